import type { Executor, PostgresDatabase } from '../../../database/index.js';
import type { Ending } from '../../store.js';
import type { Tallier } from '../../stats/tally.js';
import { byFence } from '../shared-endings.js';
import type { FinishedJob } from '../hooked-store.js';
import { DONE_COLUMNS, endAndTally, talliesText } from './tally.js';
import { uuidArray } from './uuid-array.js';

// The most common ending, for all jobs of one fence at a time (mostly fence 1), without returned rows: this statement
// is half of the time of a drain. `= ANY` uses the primary key; joining pairs of id and fence chose a hash join and
// took twice as long. The clock is read once, not for each row.
const COMPLETE = endAndTally({
  end: `
UPDATE cf_jobs SET status = 'completed', finished_at = (SELECT cf_now()), lease_owner = NULL, lease_expires_at = NULL
WHERE id = ANY($4::uuid[]) AND fence = $5 AND lease_owner = $3 AND status = 'running'
RETURNING id`,
  asAsked: 'count(*)',
  // The same snapshot shows the rows as they were before the update, which changes none of these columns.
  ended: `SELECT 'completed' AS status, 0 AS charge, ${DONE_COLUMNS} FROM done JOIN cf_jobs USING (id)`,
  select: 'SELECT count(*) AS count FROM done',
});

const ENDING_TYPES = ['uuid', 'int', 'text', 'text', 'bigint', 'int', 'int', 'text', 'text'];

// A job whose cancel was requested does not go back to pending.
const finishOf = (first: number): string => `
UPDATE cf_jobs SET
  status = CASE WHEN ending.status = 'pending' AND cancel_requested_at IS NOT NULL THEN 'cancelled'
    ELSE ending.status END,
  finished_at = CASE WHEN ending.status = 'pending' AND cancel_requested_at IS NULL THEN NULL ELSE (SELECT cf_now()) END,
  run_at = CASE WHEN ending.delay_ms IS NULL THEN run_at ELSE (SELECT cf_now()) + ending.delay_ms END,
  attempts = attempts + ending.charge, crashes = crashes + ending.crash,
  errors = coalesce(ending.errors::json, cf_jobs.errors), result = coalesce(ending.result::json, cf_jobs.result),
  lease_owner = NULL, lease_expires_at = NULL
FROM unnest(${ENDING_TYPES.map((type, index) => `$${first + index}::${type}[]`).join(', ')})
  AS ending (id, fence, owner, status, delay_ms, charge, crash, errors, result)
WHERE cf_jobs.id = ending.id AND cf_jobs.fence = ending.fence AND lease_owner = ending.owner
  AND cf_jobs.status = 'running'
RETURNING cf_jobs.id, cf_jobs.status`;

const FINISH = finishOf(1);
const FINISH_AND_TALLY = endAndTally({
  end: `${finishOf(3)}, cf_jobs.status = ending.status AS as_asked, ending.charge, ${DONE_COLUMNS}`,
  asAsked: 'count(*) FILTER (WHERE as_asked)',
  ended: 'SELECT * FROM done',
  select: 'SELECT id, status FROM done',
});

// Only its owner ever had this fence, so an ending found under it was committed without confirmation.
const ENDED_UNDER_FENCE = `
SELECT cf_jobs.id, cf_jobs.status FROM unnest($1::uuid[], $2::int[], $3::text[]) AS ending (id, fence, status)
JOIN cf_jobs ON cf_jobs.id = ending.id AND cf_jobs.fence = ending.fence AND (cf_jobs.status = ending.status
  OR ending.status = 'pending' AND cf_jobs.status = 'cancelled' AND cancel_requested_at IS NOT NULL)`;

/** How many of the completions were accepted. */
export async function completeJobs(
  database: PostgresDatabase,
  owner: string,
  endings: readonly Ending[],
  tallier: Tallier,
): Promise<number> {
  const groups = [...byFence(endings)].map(async ([fence, group]) => {
    const ids = uuidArray(group.map(({ id }) => id));
    const tallies = talliesText(tallier.count(group, ({ status }) => status));
    const [done] = await database.query<{ count: number }>(COMPLETE, [tallies, group.length, owner, ids, fence]);
    return done?.count ?? 0;
  });
  return (await Promise.all(groups)).reduce((sum, accepted) => sum + accepted, 0);
}

/** The endings that are in the database, written by this call or an earlier one. */
export function endedUnderFence(database: Executor, endings: readonly Ending[]): Promise<FinishedJob[]> {
  return database.query<FinishedJob>(ENDED_UNDER_FENCE, [
    endings.map((ending) => ending.id),
    endings.map((ending) => ending.fence),
    endings.map((ending) => ending.status),
  ]);
}

/** Ends the jobs whose fence and owner still match; `owner` is one for all, or one for each. */
export async function finishJobs(
  database: Executor,
  owner: string | readonly string[],
  endings: readonly Ending[],
): Promise<FinishedJob[]> {
  return database.query<FinishedJob>(FINISH, endingColumns(owner, endings));
}

/** The same in one commit with the statistics, outside of a transaction. */
export async function finishAndTally(
  database: Executor,
  owner: string,
  endings: readonly Ending[],
  tallier: Tallier,
): Promise<FinishedJob[]> {
  const tallies = tallier.count(endings, ({ status }) => status);
  if (tallies.length === 0) return finishJobs(database, owner, endings);
  const columns = endingColumns(owner, endings);
  return database.query<FinishedJob>(FINISH_AND_TALLY, [talliesText(tallies), endings.length, ...columns]);
}

function endingColumns(owner: string | readonly string[], endings: readonly Ending[]): unknown[] {
  return [
    endings.map((ending) => ending.id),
    endings.map((ending) => ending.fence),
    typeof owner === 'string' ? endings.map(() => owner) : owner,
    endings.map((ending) => ending.status),
    endings.map((ending) => ending.delayMs),
    endings.map((ending) => ending.charge),
    endings.map((ending) => ending.crash),
    endings.map((ending) => ending.errors),
    endings.map((ending) => ending.result),
  ];
}
