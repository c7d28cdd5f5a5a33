import type { TenantTransaction } from '../../database/index.js';
import { type Engine, JOB_DEFAULTS, type JobChange, nextMatchingJobs } from '../../engine/index.js';
import {
  discardRows,
  nextMatchingReplays,
  nextMatchingRows,
  REPLAY_JOB,
  useCurrentParsers,
} from '../../pipeline/index.js';
import { jobFilter, type JobsRequest, rowFilter, type RowsRequest } from './bulk-request.js';
import { advanceBulk, type BatchCounts, type BulkState } from './bulk-state.js';

/** Each batch is one commit, so that a change of a million jobs does not block others. */
const BATCH = 1_000;

export interface ChangedBatch extends BatchCounts {
  /** Jobs that were deleted: their logs go too. */
  readonly deleted: readonly string[];
}

/** Changes the next jobs or rows, and stores how far the operation is, in one transaction. */
export async function changeBatch(
  engine: Engine,
  tx: TenantTransaction,
  { jobId, state }: { readonly jobId: string; readonly state: BulkState },
): Promise<ChangedBatch> {
  const { request } = state;
  const place: Place = { jobId, asOf: state.asked_at, after: state.last_id, limit: BATCH };
  const batch = await changeSome(engine, tx, request, place);
  await advanceBulk(tx, jobId, batch);
  return batch;
}

interface Place {
  readonly jobId: string;
  readonly asOf: number;
  readonly after: string | null;
  readonly limit: number;
}

function changeSome(
  engine: Engine,
  tx: TenantTransaction,
  request: BulkState['request'],
  place: Place,
): Promise<ChangedBatch> {
  if (request.target === 'jobs') return changeSomeJobs(engine, tx, request, place);
  return request.action === 'discard'
    ? discardSomeRows(tx, request, place)
    : replaySomeJobs(engine, tx, request, place);
}

async function changeSomeJobs(
  engine: Engine,
  tx: TenantTransaction,
  request: JobsRequest,
  { jobId, asOf, ...place }: Place,
): Promise<ChangedBatch> {
  const { ids, next } = await nextMatchingJobs(tx, jobFilter(request, tx.tenant, asOf), place);
  // An operation does not change itself.
  const others = ids.filter((id) => id !== jobId);
  const changed = await engine.changeJobs(tx.scope, others, changeOf(request));
  if (request.action === 'retry') {
    const { tenant, scope } = tx;
    await useCurrentParsers(
      scope,
      changed.map((id) => ({ id, tenant })),
    );
  }
  const counts = { changed: changed.length, skipped: others.length - changed.length };
  return { next, ...counts, deleted: request.action === 'delete' ? changed : [] };
}

function changeOf({ action, priority = JOB_DEFAULTS.priority }: JobsRequest): JobChange {
  return action === 'priority' ? { action, priority } : { action };
}

async function discardSomeRows(
  tx: TenantTransaction,
  request: RowsRequest,
  { asOf, ...place }: Place,
): Promise<ChangedBatch> {
  const { ids, next } = await nextMatchingRows(tx, rowFilter(request, asOf), place);
  const changed = ids.length === 0 ? 0 : await discardRows(tx, ids, request.reason ?? '');
  return { next, changed, skipped: ids.length - changed, deleted: [] };
}

/** One replay for each job with matching rows. */
async function replaySomeJobs(
  engine: Engine,
  tx: TenantTransaction,
  request: RowsRequest,
  { jobId, asOf, ...place }: Place,
): Promise<ChangedBatch> {
  const { replays, next } = await nextMatchingReplays(tx, rowFilter(request, asOf), place);
  const entries = replays.map(({ replay_of, parser, path }) => ({
    payload: { parser, path, replay_of },
    options: { tenant: tx.tenant, parentJobId: jobId },
  }));
  if (entries.length > 0) await engine.enqueueEach(REPLAY_JOB, entries, tx.scope);
  return { next, changed: replays.reduce((sum, { rows }) => sum + rows, 0), skipped: 0, deleted: [] };
}
