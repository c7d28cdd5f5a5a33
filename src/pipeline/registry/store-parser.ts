import { sql } from 'kysely';
import {
  queryBuilder,
  type TenantDatabase,
  type TenantExecutor,
  type TenantTransaction,
} from '../../database/index.js';
import { CasparianError, hint, newId } from '../../platform/index.js';
import type { PackedBundle } from '../bundle/pack-bundle.js';
import { recordEvent } from '../../events/index.js';
import { bumpRevision } from '../schema/revision.js';
import type { PipelineSchema } from '../schema/tables.js';
import type { ParserDescription } from './describe/description.js';
import { findRegistered, parserNamed, registeredVersions } from './find-parsers.js';
import { subscribe } from './parser-topics.js';
import type { RegisteredParser } from './registered-parser.js';

export interface StoredParser {
  readonly parser: RegisteredParser;
  /** The same content was already registered under this name and version. */
  readonly alreadyRegistered: boolean;
  /** Other content was registered, and --force replaced it. */
  readonly replaced: boolean;
}

/** Throws PARSER_EXISTS if other content has the name and version. Called before the expensive checks. */
export async function requireFree(
  database: TenantExecutor,
  bundle: PackedBundle,
  described: ParserDescription,
): Promise<void> {
  const existing = await sameVersion(database, described);
  if (existing === undefined || existing.sourceHash === bundle.sourceHash) return;
  throw new CasparianError(
    'PARSER_EXISTS',
    `'${described.name}' v${described.version} is registered with other content`,
    {
      why:
        existing.retiredAt === null
          ? 'Outputs may have been made with it, and name its hash.'
          : 'It was unregistered, but outputs may have been made with it, and name its hash.',
      next: ['Raise the version in the parser.', hint('Or replace it on purpose', { options: { force: true } })],
    },
  );
}

/**
 * Records a parser and makes it the current version of its name. Registering the same content again changes nothing,
 * unless it was retired or another version was registered later: then it becomes current again.
 */
export async function storeParser(
  database: TenantDatabase,
  bundle: PackedBundle,
  described: ParserDescription,
  { force = false } = {},
): Promise<StoredParser> {
  const { name } = described;
  const current = await findRegistered(database, name);
  if (current?.sourceHash === bundle.sourceHash) return { parser: current, alreadyRegistered: true, replaced: false };
  return database.transaction(async (tx) => {
    // Called first: its lock serialises concurrent registrations.
    await bumpRevision(tx);
    if (!force) await requireFree(tx, bundle, described);
    const versions = await registeredVersions(tx, name);
    const existing = versions.find(({ version }) => version === described.version);
    await write(tx, bundle, described, Math.max(0, ...versions.map(({ registeredAt }) => registeredAt)));
    await subscribe(tx, name, described.topics);
    const same = existing?.sourceHash === bundle.sourceHash;
    const replaced = existing !== undefined && !same;
    const { sourceHash, lockfileHash } = bundle;
    await recordEvent(tx, {
      ...{ eventType: 'parser.registered', aggregateType: 'parser', aggregateId: name },
      payload: {
        ...{ version: described.version, source_hash: sourceHash, lockfile_hash: lockfileHash, replaced },
        topics: [...described.topics],
      },
    });
    return { parser: await parserNamed(tx, name, described.version), alreadyRegistered: same, replaced };
  });
}

async function sameVersion(database: TenantExecutor, { name, version }: ParserDescription) {
  return (await registeredVersions(database, name)).find((parser) => parser.version === version);
}

async function write(
  tx: TenantTransaction,
  bundle: PackedBundle,
  described: ParserDescription,
  lastRegisteredAt: number,
): Promise<void> {
  const { name, version, outputs, imports, network } = described;
  // Later than every other version of the name, even within the same millisecond.
  const now = sql<number>`CASE WHEN cf_now() > ${lastRegisteredAt} THEN cf_now() ELSE ${lastRegisteredAt + 1} END`;
  const row = {
    language: bundle.language,
    entrypoint: bundle.entrypoint,
    source_archive: bundle.archive,
    source_hash: bundle.sourceHash,
    lockfile_hash: bundle.lockfileHash,
    outputs: JSON.stringify(outputs),
    imports: JSON.stringify(imports),
    network: network ? 1 : 0,
    files: bundle.files.length,
    registered_at: now,
    retired_at: null,
  };
  await queryBuilder<PipelineSchema>(tx)
    .insertInto('cf_parsers')
    .values({ id: newId(), tenant: tx.tenant, name, version, created_at: sql<number>`cf_now()`, ...row })
    .onConflict((conflict) => conflict.columns(['tenant', 'name', 'version']).doUpdateSet(row))
    .execute();
}
