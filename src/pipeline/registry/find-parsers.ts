import type { Kysely } from 'kysely';
import { preparedQuery, queryBuilder, type TenantExecutor } from '../../database/index.js';
import { CasparianError, hint, nearest } from '../../platform/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { PARSER_COLUMNS, parserOfRow, type RegisteredParser } from './registered-parser.js';

/** The latest registered version, or the named one. Unregistered versions are not found. */
export async function parserNamed(database: TenantExecutor, name: string, version?: string): Promise<RegisteredParser> {
  const found = await findRegistered(database, name, version);
  if (found === undefined) throw await notRegistered(database, name, version);
  return found;
}

export async function findRegistered(
  database: TenantExecutor,
  name: string,
  version?: string,
): Promise<RegisteredParser | undefined> {
  const row = await newestFirst(queryBuilder<PipelineSchema>(database), database.tenant)
    .where('name', '=', name)
    .where('retired_at', 'is', null)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? ''))
    .limit(1)
    .executeTakeFirst();
  return row && parserOfRow(row);
}

/** The parser with exactly this source, retired or not: the parser of an output can always be found. */
export async function parserOfSource(
  database: TenantExecutor,
  sourceHash: string,
): Promise<RegisteredParser | undefined> {
  const [row] = await findBySource(database, { tenant: database.tenant, sourceHash });
  return row && parserOfRow(row);
}

const findBySource = preparedQuery(
  (builder: Kysely<PipelineSchema>, { tenant, sourceHash }: { tenant: string; sourceHash: string }) =>
    newestFirst(builder, tenant).where('source_hash', '=', sourceHash).limit(1),
);

/** The current version of each parser, sorted by name. */
export async function currentParsers(database: TenantExecutor): Promise<RegisteredParser[]> {
  const versions = await registeredVersions(database);
  const byName = new Map<string, RegisteredParser>();
  for (const parser of versions)
    if (parser.retiredAt === null && !byName.has(parser.name)) byName.set(parser.name, parser);
  return [...byName.values()];
}

/** All versions of all parsers or of one: by name, newest registration first. */
export async function registeredVersions(database: TenantExecutor, name?: string): Promise<RegisteredParser[]> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_parsers')
    .select(PARSER_COLUMNS)
    .where('tenant', '=', database.tenant)
    .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
    .orderBy('name')
    .orderBy('registered_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(parserOfRow);
}

export async function archiveOf(database: TenantExecutor, id: string): Promise<Buffer> {
  const row = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_parsers')
    .select('source_archive')
    .where('tenant', '=', database.tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) {
    throw new CasparianError('PARSER_NOT_REGISTERED', `No parser is registered under the id ${id}`);
  }
  const { buffer, byteOffset, byteLength } = row.source_archive;
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The topics a parser is subscribed to, sorted. */
export async function topicsOf(database: TenantExecutor, name: string): Promise<string[]> {
  return (await topicsByParser(database, name)).get(name) ?? [];
}

/** The topics of all parsers, or of one, by the parser's name. */
export async function topicsByParser(database: TenantExecutor, name?: string): Promise<Map<string, string[]>> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_parser_topics')
    .select(['parser', 'topic'])
    .where('tenant', '=', database.tenant)
    .$if(name !== undefined, (query) => query.where('parser', '=', name ?? ''))
    .orderBy('parser')
    .orderBy('topic')
    .execute();
  const topics = new Map<string, string[]>();
  for (const { parser, topic } of rows) topics.set(parser, [...(topics.get(parser) ?? []), topic]);
  return topics;
}

function newestFirst(builder: Kysely<PipelineSchema>, tenant: string) {
  return builder
    .selectFrom('cf_parsers')
    .select(PARSER_COLUMNS)
    .where('tenant', '=', tenant)
    .orderBy('registered_at', 'desc')
    .orderBy('id', 'desc');
}

async function notRegistered(
  database: TenantExecutor,
  name: string,
  version: string | undefined,
): Promise<CasparianError> {
  const known = await currentParsers(database);
  const same = (await registeredVersions(database, name)).filter(({ retiredAt }) => retiredAt === null);
  const close = nearest(
    name,
    known.map((parser) => parser.name),
  );
  const which = version === undefined ? `'${name}'` : `'${name}' v${version}`;
  return new CasparianError('PARSER_NOT_REGISTERED', `No parser ${which} is registered`, {
    why:
      same.length > 0 ? `Its registered versions are ${same.map((parser) => parser.version).join(', ')}.` : undefined,
    next: [
      ...(same.length === 0 && close !== undefined ? [`Did you mean ${close}?`] : []),
      known.length === 0
        ? hint('Register one first', { action: 'parser.register', arguments: ['PATH'] })
        : hint('List the registered ones', { action: 'parser.list' }),
    ],
  });
}
