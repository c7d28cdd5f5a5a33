import { type Insertable, sql } from 'kysely';
import { lockName, queryBuilder, type TenantDatabase } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import type { AddressPolicy } from '../../http/index.js';
import { canonicalJson, CasparianError, newId } from '../../platform/index.js';
import type { CollectSchema, SourcesTable } from '../schema/tables.js';
import { checkSource, checkSourceName } from './check-source.js';
import { findSource, type SourceWithHealth } from './find-sources.js';
import { type SourceFields, type Source, SOURCE_AGGREGATE, SOURCE_DEFAULTS } from './source.js';

export type NewSource = Pick<SourceFields, 'kind' | 'url'> & Partial<SourceFields>;

/** Adds a source. Names are unique within a tenant. */
export async function addSource(
  database: TenantDatabase,
  name: string,
  wanted: NewSource,
  policy: AddressPolicy,
): Promise<SourceWithHealth> {
  const defaults = { extract: null, contract: null, options: {}, credentials: {}, terms: null, enabled: true };
  const fields = checkSource({ ...SOURCE_DEFAULTS, ...defaults, ...wanted }, policy);
  await checkExtraction(fields);
  const id = newId();
  await database.transaction(async (tx) => {
    const builder = queryBuilder<CollectSchema>(tx);
    const now = sql<number>`cf_now()`;
    const added = await builder
      .insertInto('cf_sources')
      .values({
        ...{ id, tenant: tx.tenant, name: checkSourceName(name), ...columnsOf(fields), revision: 1 },
        ...{ paused_until: null, pause_reason: null, created_at: now, updated_at: now },
      })
      .onConflict((conflict) => conflict.columns(['tenant', 'name']).doNothing())
      .returning('id')
      .execute();
    if (added.length === 0) throw new CasparianError('SOURCE_EXISTS', `There already is a source '${name}'`);
    await builder
      .insertInto('cf_source_breakers')
      .values({
        ...{ source_id: id, tenant: tx.tenant, generation: 0, failure_streak: 0, open_count: 0, opened_until: null },
        ...{ probe_owner: null, probe_until: null, isolated: 0, isolated_by: null, reason: null },
        ...{ backoff_until: null, backoff_count: 0, last_success_at: null, last_failure_at: null, last_failure: null },
      })
      .execute();
    await recordEvent(tx, {
      ...{ eventType: 'source.added', aggregateType: SOURCE_AGGREGATE, aggregateId: id },
      payload: { name, kind: fields.kind, url: fields.url },
    });
  });
  return findSource(database, id);
}

/**
 * Changes fields of a source. Its revision grows if other responses or rows are to be expected. `allow` can refuse the change of what the
 * source is at that moment, by throwing.
 */
export async function editSource(
  database: TenantDatabase,
  name: string,
  change: Partial<SourceFields>,
  policy: AddressPolicy,
  allow: (current: Source) => void = () => undefined,
): Promise<SourceWithHealth> {
  const { source: known } = await findSource(database, name);
  // Before the transaction: to load what reads HTML takes long.
  await checkExtraction(checkSource({ ...known, ...change }, policy));
  await database.transaction(async (tx) => {
    await lockName(tx, `source ${known.id}`);
    const { source } = await findSource(tx, known.id);
    allow(source);
    const before = columnsOf(source);
    const fields = checkSource({ ...source, ...change }, policy);
    await checkExtraction(fields);
    const after = columnsOf(fields);
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter((column) => before[column] !== after[column]);
    if (changed.length === 0) return;
    const isNewRevision = changed.some((column) => REVISED_BY.has(column));
    await queryBuilder<CollectSchema>(tx)
      .updateTable('cf_sources')
      .set((is) => ({
        ...after,
        revision: isNewRevision ? is('revision', '+', 1) : is.ref('revision'),
        updated_at: sql<number>`cf_now()`,
      }))
      .where('tenant', '=', tx.tenant)
      .where('id', '=', source.id)
      .execute();
    await recordEvent(tx, {
      ...{ eventType: 'source.edited', aggregateType: SOURCE_AGGREGATE, aggregateId: source.id },
      payload: { name: source.name, changed },
    });
  });
  return findSource(database, known.id);
}

/** Loaded when it is needed: it knows HTML, and most commands do not. */
async function checkExtraction(fields: SourceFields): Promise<void> {
  const { extractionOf } = await import('../extract/extraction-of-source.js');
  extractionOf(fields);
}

const REVISED_BY = new Set<string>(['kind', 'url', 'extract', 'contract', 'options', 'credentials', 'max_pages']);

function columnsOf(
  fields: SourceFields | Source,
): Omit<
  Insertable<SourcesTable>,
  'id' | 'tenant' | 'name' | 'revision' | 'paused_until' | 'pause_reason' | 'created_at' | 'updated_at'
> {
  return {
    kind: fields.kind,
    url: fields.url,
    extract: fields.extract === null ? null : canonicalJson(fields.extract),
    contract: fields.contract === null ? null : canonicalJson(fields.contract),
    options: canonicalJson(fields.options),
    credentials: canonicalJson(fields.credentials),
    terms: fields.terms,
    enabled: fields.enabled ? 1 : 0,
    rate_per_minute: fields.ratePerMinute,
    burst: fields.burst,
    max_concurrency: fields.maxConcurrency,
    cache_ttl_seconds: fields.cacheTtlSeconds,
    negative_ttl_seconds: fields.negativeTtlSeconds,
    max_stale_seconds: fields.maxStaleSeconds,
    refresh_seconds: fields.refreshSeconds,
    max_pages: fields.maxPages,
    obey_robots: fields.obeyRobots ? 1 : 0,
    trust: fields.trust,
  };
}
