import type { PostgresDatabase } from '../../../database/index.js';
import { FIRST_ID } from '../../find-jobs.js';
import { onlyCondition, onlyValues } from '../../payload-fields.js';
import type { ClaimedJob, Take } from '../../store.js';

// Most jobs are claimed once and without a trace. The columns of the others are one, which is mostly null: fewer values to write and to read.
const HISTORY = `CASE WHEN fence > 1 OR attempts > 0 OR crashes > 0 OR errors IS NOT NULL OR spec_hash IS NOT NULL OR traceparent IS NOT NULL
  OR correlation_id IS NOT NULL
  THEN json_build_array(fence, attempts, crashes, errors::text, spec_hash, traceparent, correlation_id) END`;
type History = [number, number, number, string | null, string | null, string | null, string | null];
const NO_HISTORY: History = [1, 0, 0, null, null, null, null];

const JOB_COLUMNS = [
  ['id', 'uuid'],
  ['place', 'tid'],
  ['payload', 'json'],
  ['run_at', 'bigint'],
  ['max_attempts', 'int'],
  ['started_at', 'bigint'],
  ['history', 'json'],
] as const;
const LANE_COLUMNS = [
  ['queue', 'text'],
  ['tenant', 'text'],
  ['type', 'text'],
  ['priority', 'smallint'],
] as const;
/** What a claim returns, with types. */
export const CLAIMED_COLUMNS = [...JOB_COLUMNS, ...LANE_COLUMNS];
const EXPRESSIONS: Partial<Record<string, string>> = { place: 'ctid', history: HISTORY };

// MATERIALIZED and the array keep the planner from running the LIMIT more than once, or from joining by a scan. The rows are locked, so
// their places (ctid) hold until the update, which then needs no index. A row that changed between the snapshot and its lock is left
// to the next claim. The clock is read once (SELECT): for each row it took 5 % of the statement.
const claimOf = (which: string): string => `
WITH taken AS MATERIALIZED (
  SELECT job.place
  FROM unnest($3::text[], $4::text[], $5::text[], $6::smallint[], $7::bigint[], $8::uuid[], $9::int[])
    AS lane (queue, tenant, type, priority, head, head_id, quota)
  CROSS JOIN LATERAL (
    SELECT ctid AS place FROM cf_jobs
    WHERE status = 'pending' AND queue = lane.queue AND tenant = lane.tenant AND type = lane.type
      AND priority = lane.priority AND (run_at, id) >= (lane.head, lane.head_id) AND run_at <= (SELECT cf_now()) AND suspicion = 0${which}
    ORDER BY run_at, id LIMIT lane.quota FOR UPDATE SKIP LOCKED) job
  WHERE NOT EXISTS (SELECT 1 FROM cf_queues WHERE name = lane.queue AND paused_at IS NOT NULL)
)
UPDATE cf_jobs SET status = 'running', fence = fence + 1, lease_owner = $1, lease_expires_at = (SELECT cf_now()) + $2,
  heartbeat_at = NULL, started_at = (SELECT cf_now())
WHERE ctid = ANY(ARRAY(SELECT place FROM taken))
RETURNING ${CLAIMED_COLUMNS.map(([name]) => EXPRESSIONS[name] ?? name).join(', ')}`;
/** The body of `cf_claim_jobs`; see functions.ts. */
export const CLAIM = claimOf('');

type ClaimedRow = [string, string, string, number, number, number, string | null];
type LaneColumns = [string, string, string, number];

export async function claimJobs(
  database: PostgresDatabase,
  owner: string,
  leaseMs: number,
  takes: readonly Take[],
): Promise<ClaimedJob[]> {
  const [first] = takes;
  const several = takes.length > 1;
  const only = first?.only;
  // Rows of one lane share its columns, so they are not sent with each row.
  const columns = (several ? CLAIMED_COLUMNS : JOB_COLUMNS).map(([name]) => name).join(', ');
  const claim = only
    ? claimOf(` AND ${onlyCondition(only, 'postgres', (index) => `$${10 + index}`)}`)
    : `SELECT ${columns} FROM cf_claim_jobs($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
  const values = [
    owner,
    leaseMs,
    takes.map((take) => take.queue),
    takes.map((take) => take.tenant),
    takes.map((take) => take.type),
    takes.map((take) => take.priority),
    takes.map((take) => take.headRunAt),
    takes.map((take) => take.headId ?? FIRST_ID),
    takes.map((take) => take.quota),
    ...(only ? onlyValues(only) : []),
  ];
  const rows = await database.rows<[...ClaimedRow, ...LaneColumns]>(claim, values, { keepPlan: only === undefined });
  return rows.map(([id, place, payload, runAt, maxAttempts, startedAt, history, ...lane]) => {
    const [fence, attempts, crashes, errors, specHash, traceparent, correlationId] =
      history === null ? NO_HISTORY : (JSON.parse(history) as History);
    return {
      id,
      place,
      fence,
      queue: several ? lane[0] : (first as Take).queue,
      tenant: several ? lane[1] : (first as Take).tenant,
      type: several ? lane[2] : (first as Take).type,
      priority: several ? lane[3] : (first as Take).priority,
      payload,
      runAt,
      attempts,
      maxAttempts,
      crashes,
      errors,
      startedAt,
      specHash,
      traceparent,
      correlationId,
      suspicion: 0,
    };
  });
}
