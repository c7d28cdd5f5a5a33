import { sql } from 'kysely';
import { queryBuilder, type TenantDatabase, type TenantTransaction } from '../../database/index.js';
import { runNow } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import type { BreakersTable, CollectSchema } from '../schema/tables.js';
import { findSource, type SourceWithHealth } from './find-sources.js';
import { PAUSED_FOR_GOOD, type Source, SOURCE_AGGREGATE } from './source.js';

const JOBS_PER_UPDATE = 1_000;

/** No requests for this long, or until `resume`. Jobs of the source wait without being charged. */
export function pauseSource(
  database: TenantDatabase,
  name: string,
  { forMs, reason }: { forMs?: number | undefined; reason?: string | undefined } = {},
): Promise<SourceWithHealth> {
  const until = forMs === undefined ? sql<number>`${PAUSED_FOR_GOOD}` : sql<number>`cf_now() + ${Math.round(forMs)}`;
  return change(database, name, 'source.paused', { reason: reason ?? null }, (tx, { id }) =>
    setPause(tx, id, until, reason ?? null),
  );
}

/** No requests until `resume`, not even a probe. */
export function isolateSource(database: TenantDatabase, name: string, reason?: string): Promise<SourceWithHealth> {
  return change(database, name, 'source.isolated', { reason: reason ?? null }, (tx, { id }) =>
    setBreaker(tx, id, { isolated: 1, isolated_by: tx.actor, reason: reason ?? null }),
  );
}

/** Ends pause, isolation and open breaker. Waiting jobs become due. */
export function resumeSource(database: TenantDatabase, name: string): Promise<SourceWithHealth> {
  return change(database, name, 'source.resumed', {}, async (tx, { id }) => {
    await setPause(tx, id, sql<null>`NULL`, null);
    await setBreaker(tx, id, {
      ...{ isolated: 0, isolated_by: null, reason: null, opened_until: null, failure_streak: 0, open_count: 0 },
      ...{ probe_owner: null, probe_until: null, backoff_until: null, backoff_count: 0 },
    });
    await releaseJobs(tx, id);
  });
}

/** Ends the cooldown of an open breaker: the next job is the probe. */
export function probeSource(database: TenantDatabase, name: string): Promise<SourceWithHealth> {
  return change(database, name, 'source.probe_requested', {}, async (tx, { id }) => {
    await queryBuilder<CollectSchema>(tx)
      .updateTable('cf_source_breakers')
      .set({ opened_until: sql<number>`cf_now()`, probe_owner: null, probe_until: null, backoff_until: null })
      .where('tenant', '=', tx.tenant)
      .where('source_id', '=', id)
      .where('opened_until', 'is not', null)
      .execute();
    await releaseJobs(tx, id);
  });
}

async function change(
  database: TenantDatabase,
  name: string,
  eventType: string,
  payload: Record<string, unknown>,
  apply: (tx: TenantTransaction, source: Source) => Promise<void>,
): Promise<SourceWithHealth> {
  const { source } = await findSource(database, name);
  await database.transaction(async (tx) => {
    await apply(tx, source);
    const about = { aggregateType: SOURCE_AGGREGATE, aggregateId: source.id };
    await recordEvent(tx, { eventType, ...about, payload: { name: source.name, ...payload } });
  });
  return findSource(database, source.id);
}

async function setPause(
  tx: TenantTransaction,
  id: string,
  until: ReturnType<typeof sql<number | null>>,
  reason: string | null,
): Promise<void> {
  await queryBuilder<CollectSchema>(tx)
    .updateTable('cf_sources')
    .set({ paused_until: until, pause_reason: reason, updated_at: sql<number>`cf_now()` })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .execute();
}

/** A new generation: what was sent before the change decides nothing afterwards. */
async function setBreaker(tx: TenantTransaction, id: string, values: Partial<BreakersTable>): Promise<void> {
  await queryBuilder<CollectSchema>(tx)
    .updateTable('cf_source_breakers')
    .set((is) => ({ ...values, generation: is('generation', '+', 1) }))
    .where('tenant', '=', tx.tenant)
    .where('source_id', '=', id)
    .execute();
}

/** Makes the waiting jobs of the source due. */
async function releaseJobs(tx: TenantTransaction, sourceId: string): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await queryBuilder<CollectSchema>(tx)
      .selectFrom('cf_collections')
      .select(['intake_id', 'job_id'])
      .where('tenant', '=', tx.tenant)
      .where('source_id', '=', sourceId)
      .where('intake_id', '>', after)
      .orderBy('intake_id')
      .limit(JOBS_PER_UPDATE)
      .execute();
    await runNow(
      tx.scope,
      page.map(({ job_id }) => job_id),
    );
    const last = page.at(-1);
    if (!last || page.length < JOBS_PER_UPDATE) return;
    after = last.intake_id;
  }
}
