import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import type { CollectSchema } from '../schema/tables.js';
import { healthOf, type Source, type SourceHealth, sourceOf } from './source.js';

export interface SourceWithHealth {
  readonly source: Source;
  readonly health: SourceHealth;
}

/** The sources of the tenant, by name. */
export async function listSources(database: TenantExecutor): Promise<SourceWithHealth[]> {
  const builder = queryBuilder<CollectSchema>(database);
  const { tenant } = database;
  const sources = await builder
    .selectFrom('cf_sources')
    .selectAll()
    .where('tenant', '=', tenant)
    .orderBy('name')
    .execute();
  const breakers = await builder.selectFrom('cf_source_breakers').selectAll().where('tenant', '=', tenant).execute();
  const now = await databaseNow(database);
  const health = new Map(breakers.map((row) => [row.source_id, healthOf(row, now)]));
  return sources.flatMap((row) => {
    const known = health.get(row.id);
    return known ? [{ source: sourceOf(row), health: known }] : [];
  });
}

/** The source with this name or id. */
export async function findSource(database: TenantExecutor, name: string): Promise<SourceWithHealth> {
  const sources = await listSources(database);
  const found = sources.find(({ source }) => source.name === name || source.id === name.toLowerCase());
  if (found) return found;
  throw new CasparianError('SOURCE_NOT_FOUND', `There is no source '${name}'`, {
    why: `Tenant '${database.tenant}' has ${sources.length} sources.`,
    next: [hint('List them with', { action: 'source.list' })],
  });
}

/** For a job: the source and its breaker, in two lookups by key. Undefined if it does not exist any more. */
export async function loadSource(database: TenantExecutor, id: string): Promise<SourceWithHealth | undefined> {
  const builder = queryBuilder<CollectSchema>(database);
  const source = await builder
    .selectFrom('cf_sources')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  const breaker = await builder
    .selectFrom('cf_source_breakers')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('source_id', '=', id)
    .executeTakeFirst();
  if (!source || !breaker) return undefined;
  return { source: sourceOf(source), health: healthOf(breaker, await databaseNow(database)) };
}
