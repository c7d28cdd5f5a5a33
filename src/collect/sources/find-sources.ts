import { type Selectable, sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import type { BreakersTable, CollectSchema } from '../schema/tables.js';
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

/** A source as a job needs it: its breaker, and the moment of the database's clock at which both were read. */
export interface LoadedSource extends SourceWithHealth {
  readonly breaker: Selectable<BreakersTable>;
  readonly now: number;
}

/** For a job: one statement. Undefined if the source does not exist any more. */
export async function loadSource(database: TenantExecutor, id: string): Promise<LoadedSource | undefined> {
  const row = await queryBuilder<CollectSchema>(database)
    .selectFrom('cf_sources as source')
    .innerJoin('cf_source_breakers as breaker', (join) =>
      join.onRef('breaker.source_id', '=', 'source.id').onRef('breaker.tenant', '=', 'source.tenant'),
    )
    // No column but the tenant has the same name in both.
    .selectAll('source')
    .selectAll('breaker')
    .select(sql<number>`cf_now()`.as('now'))
    .where('source.tenant', '=', database.tenant)
    .where('source.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  return { source: sourceOf(row), health: healthOf(row, row.now), breaker: row, now: row.now };
}
