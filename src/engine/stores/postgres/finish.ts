import type { Executor, PostgresDatabase } from '../../../database/index.js';
import type { Ending } from '../../store.js';
import type { Tallier, Tally } from '../../stats/tally.js';
import { byFence } from '../shared-endings.js';
import type { FinishedJob } from '../hooked-store.js';
import { DONE_COLUMNS, endAndTally, talliesText } from './tally.js';
import { binaryIds, binaryPlaces } from './binary-arrays.js';

// Only a running job has a lease_owner (a CHECK of the table). A condition on the status would allow the index of leases, which a plan
// made while few jobs run prefers to the primary key.

/** The SQLSTATE of a completion of which not all jobs are still held. */
const NOT_ALL_HELD = 'CF001';

const completeWhere = (which: string): string => `
UPDATE cf_jobs SET status = 'completed', finished_at = (SELECT cf_now()), lease_owner = NULL, lease_expires_at = NULL
WHERE ${which} AND fence = $5 AND lease_owner = $3`;

/**
 * The body of `cf_complete_jobs`: the most common ending, for all jobs of one fence at a time (mostly fence 1). A row is looked for where its claim
 * wrote it, without the primary key; another of these jobs can be there now, but no other row. One scan of all places takes 10 % less of the
 * server's CPU than a join of places and ids. IS TRUE keeps the planner from making a join of it: then the ids are a hash table. Rows that were
 * written since, for example by a renewal, are found by their ids; `= ANY` uses the primary key, and joining pairs of id and fence chose a hash
 * join and took twice as long. The clock is read once, not for each row. Nothing is returned for a row: if not all are still held, which is rare,
 * the statement fails, and FINISH_AND_TALLY ends those that are.
 */
export const COMPLETE = `${completeWhere('ctid = ANY($6) AND (id IN (SELECT unnest($4))) IS TRUE')};
GET DIAGNOSTICS ended = ROW_COUNT;
IF ended <> $2 THEN
${completeWhere('id = ANY($4)')};
GET DIAGNOSTICS moved = ROW_COUNT;
IF ended + moved <> $2 THEN RAISE EXCEPTION 'not all jobs are held' USING ERRCODE = '${NOT_ALL_HELD}'; END IF;
END IF;
PERFORM cf_add_tallies($1);`;

export const ENDING_TYPES = ['uuid', 'int', 'text', 'text', 'bigint', 'int', 'int', 'text', 'text'];

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
RETURNING cf_jobs.id, cf_jobs.status`;

const FINISH = finishOf(1);
/** The body of `cf_finish`; see functions.ts. */
export const FINISH_AND_TALLY = endAndTally(
  `${finishOf(3)}, cf_jobs.status = ending.status AS as_asked, ending.charge, ${DONE_COLUMNS}`,
);
const CALL_FINISH = `SELECT id, status FROM cf_finish($1, $2, ${ENDING_TYPES.map((_, index) => `$${3 + index}`).join(', ')})`;

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
  const groups = [...byFence(endings)].map(([fence, group]) => completeGroup(database, owner, fence, group, tallier));
  return (await Promise.all(groups)).reduce((sum, accepted) => sum + accepted, 0);
}

async function completeGroup(
  database: PostgresDatabase,
  owner: string,
  fence: number,
  group: readonly Ending[],
  tallier: Tallier,
): Promise<number> {
  const tallies = tallier.count(group, ({ status }) => status);
  const ids = binaryIds(group.map(({ id }) => id));
  const places = binaryPlaces(group.map(({ place }) => place));
  try {
    const values = [talliesText(tallies), group.length, owner, ids, fence, places];
    await database.keepingPlan('SELECT cf_complete_jobs($1, $2, $3, $4, $5, $6)', values);
    return group.length;
  } catch (error) {
    if (!isNotAllHeld(error)) throw error;
    return (await finishTallied(database, owner, group, tallies)).length;
  }
}

function isNotAllHeld(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === NOT_ALL_HELD;
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
  return tallies.length === 0 ? finishJobs(database, owner, endings) : finishTallied(database, owner, endings, tallies);
}

function finishTallied(
  database: Executor,
  owner: string,
  endings: readonly Ending[],
  tallies: readonly Tally[],
): Promise<FinishedJob[]> {
  const values = [talliesText(tallies), endings.length, ...endingColumns(owner, endings)];
  return database.query<FinishedJob>(CALL_FINISH, values);
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
