import { type RawBuilder, sql } from 'kysely';
import {
  queryBuilder,
  type TenantDatabase,
  type TenantExecutor,
  type TenantTransaction,
} from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import type { CollectSchema } from '../schema/tables.js';
import { SOURCE_AGGREGATE } from '../sources/source.js';
import { BREAKER, cooldownsMs } from './breaker-policy.js';
import {
  type Admission,
  type AdmittedCall,
  at,
  type BreakerClock,
  judge,
  needsProbe,
  readBreaker,
} from './breaker-reading.js';

/**
 * Whether a call may be made now. `claim` is called last before a request: of all workers that ask after a cooldown, one becomes the probe.
 * Without `claim` nothing is written, and a source that could be probed is not refused.
 */
export async function askBreaker(
  database: TenantExecutor,
  sourceId: string,
  claim: { readonly owner: string; readonly leaseMs: number } | undefined,
  clock: BreakerClock = {},
): Promise<Admission> {
  const reading = await readBreaker(database, sourceId, clock);
  const admission = judge(reading);
  if (!admission.isAdmitted || !needsProbe(reading) || !claim) return admission;
  const claimed = await claimProbe(database, sourceId, claim, clock);
  if (claimed) return { isAdmitted: true, call: { sourceId, generation: claimed.generation, probe: claim.owner } };
  const { now } = reading;
  return { isAdmitted: false, refusal: 'probing', retryAt: now + claim.leaseMs, now };
}

/** One winner: the row is locked, and the others find the lease of the first. */
async function claimProbe(
  database: TenantExecutor,
  sourceId: string,
  { owner, leaseMs }: { owner: string; leaseMs: number },
  clock: BreakerClock,
): Promise<{ generation: number } | undefined> {
  const now = at(clock);
  return queryBuilder<CollectSchema>(database)
    .updateTable('cf_source_breakers')
    .set({ probe_owner: owner, probe_until: sql<number>`${now} + ${leaseMs}` })
    .where('tenant', '=', database.tenant)
    .where('source_id', '=', sourceId)
    .where('isolated', '=', 0)
    .where('opened_until', '<=', now)
    .where((is) => is.or([is('probe_until', 'is', null), is('probe_until', '<=', now)]))
    .returning('generation')
    .executeTakeFirst();
}

/** The source responded as it should. Writes nothing if that is what it did before. */
export async function reportSuccess(
  database: TenantDatabase,
  { sourceId, generation, probe, isNoted: isKnown }: AdmittedCall,
  clock: BreakerClock = {},
): Promise<void> {
  if (isKnown) return;
  const now = at(clock);
  if (probe !== undefined) return closeAfterProbe(database, sourceId, generation, probe, now);
  await queryBuilder<CollectSchema>(database)
    .updateTable('cf_source_breakers')
    .set({ failure_streak: 0, backoff_count: 0, last_success_at: now })
    .where('tenant', '=', database.tenant)
    .where('source_id', '=', sourceId)
    .where('generation', '=', generation)
    .where('opened_until', 'is', null)
    .where((is) =>
      is.or([
        ...[is('failure_streak', '>', 0), is('backoff_count', '>', 0), is('last_success_at', 'is', null)],
        is('last_success_at', '<', sql<number>`${now} - ${BREAKER.noteSuccessEveryMs}`),
      ]),
    )
    .execute();
}

async function closeAfterProbe(
  database: TenantDatabase,
  sourceId: string,
  generation: number,
  probe: string,
  now: RawBuilder<number>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const closed = await queryBuilder<CollectSchema>(tx)
      .updateTable('cf_source_breakers')
      .set((is) => ({
        ...{
          opened_until: null,
          open_count: 0,
          failure_streak: 0,
          backoff_count: 0,
          probe_owner: null,
          probe_until: null,
        },
        generation: is('generation', '+', 1),
        last_success_at: now,
      }))
      .where('tenant', '=', tx.tenant)
      .where('source_id', '=', sourceId)
      .where('generation', '=', generation)
      .where('probe_owner', '=', probe)
      .returning('generation')
      .executeTakeFirst();
    if (closed) await recordChange(tx, sourceId, 'source.breaker_closed', { generation: closed.generation });
  });
}

/** The source failed. Returns until when the breaker is open, if this failure opened it. */
export async function reportFailure(
  database: TenantDatabase,
  { sourceId, generation, probe }: AdmittedCall,
  reason: string,
  clock: BreakerClock = {},
): Promise<number | undefined> {
  const now = at(clock);
  const until = sql<number>`${now} + ${cooldown(clock.random ?? Math.random())}`;
  const opensNow =
    probe === undefined
      ? sql<boolean>`opened_until IS NULL AND failure_streak + 1 >= ${BREAKER.failures}`
      : sql<boolean>`1 = 1`;
  return database.transaction(async (tx) => {
    const row = await queryBuilder<CollectSchema>(tx)
      .updateTable('cf_source_breakers')
      .set((is) => ({
        failure_streak: is('failure_streak', '+', 1),
        last_failure_at: now,
        last_failure: reason.slice(0, BREAKER.maxReasonChars),
        opened_until: sql<number | null>`CASE WHEN ${opensNow} THEN ${until} ELSE opened_until END`,
        open_count: sql<number>`CASE WHEN ${opensNow} THEN open_count + 1 ELSE open_count END`,
        generation: sql<number>`CASE WHEN ${opensNow} THEN generation + 1 ELSE generation END`,
        ...(probe === undefined ? {} : { probe_owner: null, probe_until: null }),
      }))
      .where('tenant', '=', tx.tenant)
      .where('source_id', '=', sourceId)
      // A call from before the breaker opened counts to the streak, one from before it closed does not.
      .where((is) =>
        probe === undefined
          ? is.or([is('generation', '=', generation), is('opened_until', 'is not', null)])
          : is.and([is('generation', '=', generation), is('probe_owner', '=', probe)]),
      )
      .returning(['failure_streak', 'opened_until', 'generation', 'open_count'])
      .executeTakeFirst();
    const isOpener =
      row?.generation === generation + 1 && (probe !== undefined || row.failure_streak === BREAKER.failures);
    if (!row || !isOpener || row.opened_until === null) return undefined;
    const { failure_streak, open_count, opened_until } = row;
    await recordChange(tx, sourceId, 'source.breaker_opened', { failure_streak, open_count, opened_until, reason });
    return opened_until;
  });
}

/** The source asks to wait: a clock, not a failure. Returns when it may be asked again. */
export async function reportBackoff(
  database: TenantExecutor,
  { sourceId, probe }: AdmittedCall,
  retryAfterMs: number | undefined,
  clock: BreakerClock = {},
): Promise<number> {
  const now = at(clock);
  // After a quiet time, a new burst of refusals begins with a short wait again.
  const count = sql<number>`CASE WHEN coalesce(backoff_until, 0) < ${now} - ${BREAKER.maxBackoffMs} THEN 0 ELSE backoff_count END`;
  const waitMs = sql<number>`CASE ${count} ${sql.join(
    doublings(BREAKER.firstBackoffMs, BREAKER.maxBackoffMs).map(
      (ms, index) => sql`WHEN ${sql.lit(index)} THEN ${sql.lit(ms)}`,
    ),
    sql` `,
  )} ELSE ${sql.lit(BREAKER.maxBackoffMs)} END`;
  const until = sql<number>`${now} + ${retryAfterMs !== undefined && retryAfterMs > 0 ? sql<number>`${Math.round(retryAfterMs)}` : waitMs}`;
  const row = await queryBuilder<CollectSchema>(database)
    .updateTable('cf_source_breakers')
    .set({
      backoff_until: sql<number>`CASE WHEN backoff_until > ${until} THEN backoff_until ELSE ${until} END`,
      backoff_count: sql<number>`${count} + 1`,
      ...(probe === undefined ? {} : { probe_owner: null, probe_until: null }),
    })
    .where('tenant', '=', database.tenant)
    .where('source_id', '=', sourceId)
    .returning('backoff_until')
    .executeTakeFirstOrThrow();
  return row.backoff_until ?? 0;
}

/** A probe that was not sent, or whose response says nothing about the source, makes room for another one. */
export async function releaseProbe(database: TenantExecutor, { sourceId, probe }: AdmittedCall): Promise<void> {
  if (probe === undefined) return;
  await queryBuilder<CollectSchema>(database)
    .updateTable('cf_source_breakers')
    .set({ probe_owner: null, probe_until: null })
    .where('tenant', '=', database.tenant)
    .where('source_id', '=', sourceId)
    .where('probe_owner', '=', probe)
    .execute();
}

/** 5, 10, 20, 40, 60, 60 … minutes by how often it opened in a row, ± 10 %. */
function cooldown(random: number): RawBuilder<number> {
  const times = cooldownsMs().map((ms) => Math.round(ms * (1 + BREAKER.jitter * (2 * random - 1))));
  const cases = times.map((ms, index) => sql`WHEN ${sql.lit(index)} THEN ${sql.lit(ms)}`);
  return sql<number>`CASE open_count ${sql.join(cases, sql` `)} ELSE ${sql.lit(times.at(-1) ?? 0)} END`;
}

function doublings(firstMs: number, maxMs: number): number[] {
  const times: number[] = [];
  for (let ms = firstMs; ms < maxMs; ms *= 2) times.push(ms);
  return times;
}

async function recordChange(
  tx: TenantTransaction,
  sourceId: string,
  eventType: string,
  payload: Record<string, unknown>,
): Promise<void> {
  await recordEvent(tx, { eventType, aggregateType: SOURCE_AGGREGATE, aggregateId: sourceId, payload });
}
