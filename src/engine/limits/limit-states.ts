import { sql } from 'kysely';
import { queryBuilder, type TransactionScope } from '../../database/index.js';
import type { EngineSchema, LimitsTable } from '../schema/tables.js';
import type { ClaimedJob } from '../store.js';
import { identityOf, type LimitState, type Verdict } from './decide-admission.js';
import type { JobLimit } from './declared-limits.js';
import { type Bucket, current } from './gcra.js';
import { countSlots, isOneOf, type LimitName, SLOT_COUNTS } from './limit-rows.js';
import type { Emission } from './rate.js';
import { NOW_US } from './take-tokens.js';

type LockedLimit = LimitsTable & { now_us: number };

export interface States {
  states: Map<string, LimitState>;
  nowUs: number;
  /** Limits whose bounds differ from those that were used last. */
  changed: JobLimit[];
}

export async function readStates(
  tx: TransactionScope,
  limits: readonly JobLimit[],
  rows: readonly LockedLimit[],
): Promise<States> {
  const byIdentity = new Map(rows.map((row) => [identityOf(row), row]));
  const limited = limits.filter((limit) => limit.concurrency !== null);
  const held = limited.length === 0 ? [] : await countLiveSlots(tx, limited);
  const heldBy = new Map(held.map((row) => [identityOf(row), row.held]));
  const rated = limits.filter((limit) => limit.rate !== null);
  const ends = rated.length === 0 ? new Map<string, number>() : await lineEnds(tx, rated);
  const changed = limits.filter((limit) => isChanged(byIdentity.get(identityOf(limit)), limit));
  const nowUs = Math.max(...rows.map((row) => row.now_us));
  const states = new Map(
    rows.map((row) => {
      const identity = identityOf(row);
      const isNew = changed.some((limit) => identityOf(limit) === identity);
      const stored = { tatUs: row.tat_us, seenUs: row.seen_us, emissionUs: row.emission_us, burst: row.burst };
      const rate = limits.find((limit) => identityOf(limit) === identity)?.rate;
      return [
        identity,
        {
          bucket: rate ? adjusted(stored, rate, nowUs) : stored,
          slotsHeld: heldBy.get(identity) ?? 0,
          // Those in line under the old bounds are woken and get new places.
          lineEndUs: isNew ? 0 : (ends.get(identity) ?? 0) * 1_000,
          lateUs: isNew ? 0 : row.late_us,
        },
      ] as const;
    }),
  );
  return { states, nowUs, changed };
}

/** Written even if all jobs are refused: a changed rate must not seem new at the next admission. */
function adjusted(bucket: Bucket, rate: Emission, at: number): Bucket {
  const { tatUs, nowUs } = current(bucket, rate, at);
  return { tatUs, seenUs: nowUs, ...rate };
}

/** The write locks the rows until the commit. It returns them as the last admission left them. */
export function lockLimits(tx: TransactionScope, limits: readonly LimitName[]): Promise<LockedLimit[]> {
  return queryBuilder<EngineSchema>(tx)
    .insertInto('cf_limits')
    .values(limits.map(({ tenant, key }) => ({ tenant, key, tat_us: 0, seen_us: 0, late_us: 0, granted: 0 })))
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'key']).doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })),
    )
    .returningAll()
    .returning(sql.raw<number>(NOW_US[tx.dialect]).as('now_us'))
    .execute();
}

function isChanged(row: LockedLimit | undefined, { rate, concurrency }: JobLimit): boolean {
  if (!row || (row.emission_us === null && row.concurrency === null)) return false;
  const now = [rate?.emissionUs ?? null, rate?.burst ?? null, concurrency];
  return [row.emission_us, row.burst, row.concurrency].some((before, index) => before !== now[index]);
}

async function countLiveSlots(
  tx: TransactionScope,
  limits: readonly LimitName[],
): Promise<(LimitName & { held: number })[]> {
  await queryBuilder<EngineSchema>(tx)
    .deleteFrom('cf_limit_slots')
    .where((eb) => isOneOf(eb, limits))
    // Not `NOT`: the slot of a job has no time of expiry, so for a job that lost its worker the condition is NULL.
    .where(sql<boolean>`${SLOT_COUNTS} IS NOT TRUE`)
    .execute();
  return countSlots(tx, limits);
}

/** The last valid place in the line of each limit. A wait ends with the next claim of its job, or with the job. */
async function lineEnds(tx: TransactionScope, limits: readonly LimitName[]): Promise<Map<string, number>> {
  const last = sql<number | null>`(SELECT until_at FROM cf_limit_waits
    JOIN cf_jobs ON cf_jobs.id = job_id AND cf_jobs.fence = cf_limit_waits.fence AND status IN ('pending', 'running')
    WHERE cf_limit_waits.tenant = cf_limits.tenant AND cf_limit_waits.key = cf_limits.key AND kind = 'rate'
    ORDER BY until_at DESC LIMIT 1)`;
  const rows = await queryBuilder<EngineSchema>(tx)
    .selectFrom('cf_limits')
    .select(['tenant', 'key', last.as('line_end')])
    .where((eb) => isOneOf(eb, limits))
    .execute();
  return new Map(rows.map((row) => [identityOf(row), row.line_end ?? 0]));
}

export async function writeStates(
  tx: TransactionScope,
  limits: readonly JobLimit[],
  states: ReadonlyMap<string, LimitState>,
): Promise<void> {
  if (limits.length === 0) return;
  const rows = limits.map(({ tenant, key, rate, concurrency }) => {
    const { bucket, lateUs } = states.get(identityOf({ tenant, key })) as LimitState;
    const bounds = { emission_us: rate?.emissionUs ?? null, burst: rate?.burst ?? null, concurrency };
    return { tenant, key, ...bounds, tat_us: bucket.tatUs, seen_us: bucket.seenUs, late_us: lateUs, granted: 0 };
  });
  await queryBuilder<EngineSchema>(tx)
    .insertInto('cf_limits')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'key']).doUpdateSet((eb) => ({
        emission_us: eb.ref('excluded.emission_us'),
        burst: eb.ref('excluded.burst'),
        concurrency: eb.ref('excluded.concurrency'),
        tat_us: eb.ref('excluded.tat_us'),
        seen_us: eb.ref('excluded.seen_us'),
        late_us: eb.ref('excluded.late_us'),
      })),
    )
    .execute();
}

export async function writeSlots(
  tx: TransactionScope,
  applicants: readonly { job: ClaimedJob; limits: readonly JobLimit[] }[],
  verdicts: readonly Verdict[],
): Promise<void> {
  const slots = applicants.flatMap(({ job, limits }, index) =>
    verdicts[index]?.granted
      ? limits
          .filter((limit) => limit.concurrency !== null)
          .map(({ tenant, key }) => ({ tenant, key, holder: job.id, job_id: job.id, fence: job.fence }))
      : [],
  );
  if (slots.length > 0) await queryBuilder<EngineSchema>(tx).insertInto('cf_limit_slots').values(slots).execute();
}
