import { setImmediate } from 'node:timers/promises';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { tenantDatabase, tenantTransaction, type TenantTransaction } from '../../database/index.js';
import {
  complete,
  declareJob,
  type Engine,
  handleJob,
  type JobContext,
  type JobDefinition,
  type Outcome,
  removeLogs,
} from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError } from '../../platform/index.js';
import { JOB_ACTIONS, ROW_ACTIONS } from './bulk-request.js';
import { type BulkState, bulkState, skippedBy } from './bulk-state.js';
import { changeBatch } from './change-batch.js';

/** What `startBulk` enqueues, for lists. The whole request is in `cf_bulk`, so that no other job can pretend to be an operation. */
export interface BulkPayload {
  readonly target: string;
  readonly action: string;
  readonly expected: number;
}

/** The result of a bulk operation. Scripts depend on these names: add, never change. */
export interface BulkResult {
  readonly expected: number;
  readonly changed: number;
  /** Their state did not allow the change any more. */
  readonly skipped: number;
}

/** Changes all jobs or quarantined rows that match a filter. Urgent: the user waits for it. */
export const BULK_JOB = declareJob({
  type: 'bulk',
  payload: bulkPayload(),
  priority: 0,
  label: ({ action, target, expected }) => `${action} ${expected} ${target}`,
  filterFields: ['target', 'action'],
});

/** The handler of bulk operations. `logs` is the folder with the logs of jobs, which are deleted with them. */
export function bulkJobs(engine: Engine, logs: string): JobDefinition[] {
  return [handleJob(BULK_JOB, (_payload, context) => runBulk(engine, logs, context))];
}

async function runBulk(engine: Engine, logs: string, context: JobContext): Promise<Outcome> {
  const { job, signal, progress } = context;
  let state = await requireState(engine, job.tenant, job.id);
  const { request, expected, actor } = state;
  const owned = (scope: Parameters<typeof tenantTransaction>[0]): TenantTransaction =>
    tenantTransaction(scope, job.tenant, actor);
  while (state.ended_at === null) {
    const before = state;
    if (signal.aborted) return stopped(signal, () => context.transaction((tx) => recordEnd(owned(tx), job.id, before)));
    const batch = await context.transaction((tx) => changeBatch(engine, owned(tx), { jobId: job.id, state: before }));
    if (batch.deleted.length > 0) await removeLogs(logs, batch.deleted);
    engine.wake();
    if (request.action === 'cancel') engine.wake('cancel');
    state = await requireState(engine, job.tenant, job.id);
    progress((state.changed + state.skipped) / Math.max(1, expected), `${state.changed} of ${expected} changed`);
    // SQLite runs statements at once: without a pause, leases are not renewed and a cancel is not noticed.
    await setImmediate();
  }
  const end = state;
  return complete(resultOf(end), { write: (tx) => recordEnd(owned(tx), job.id, end) });
}

async function requireState(engine: Engine, tenant: string, jobId: string): Promise<BulkState> {
  const state = await bulkState(tenantDatabase(engine.database, tenant), jobId);
  if (state) return state;
  throw new CasparianError('PAYLOAD_INVALID', 'This job is not a bulk operation', {
    why: 'A bulk operation is started with its filter and the expected number, not by enqueueing a job.',
  });
}

/** A cancelled operation keeps what it did, so it leaves its event too. One that only moves to another worker does not. */
async function stopped(signal: AbortSignal, record: () => Promise<void>): Promise<never> {
  const { reason } = signal as { reason: unknown };
  if (reason instanceof CasparianError && reason.code === 'JOB_CANCELLED') await record();
  throw reason;
}

function resultOf(state: BulkState): BulkResult {
  return { expected: state.expected, changed: state.changed, skipped: skippedBy(state) };
}

/** One event for the whole operation: an event for each of a million jobs would be as much as the jobs themselves. */
async function recordEnd(tx: TenantTransaction, jobId: string, state: BulkState): Promise<void> {
  const { target, action } = state.request;
  await recordEvent(tx, {
    ...{ eventType: 'bulk.ended', aggregateType: 'job', aggregateId: jobId },
    payload: { target, action, ...resultOf(state), complete: state.ended_at !== null },
  });
}

function bulkPayload(): StandardSchemaV1<BulkPayload> {
  return {
    '~standard': {
      version: 1,
      vendor: 'casparian',
      validate: (value) => {
        const { target, action, expected } = (value ?? {}) as Partial<Record<keyof BulkPayload, unknown>>;
        const actions: readonly string[] = target === 'jobs' ? JOB_ACTIONS : target === 'quarantine' ? ROW_ACTIONS : [];
        const isKnown = typeof action === 'string' && actions.includes(action) && Number.isSafeInteger(expected);
        return isKnown
          ? { value: value as BulkPayload }
          : { issues: [{ message: 'expected the target, action and expected number of a bulk operation' }] };
      },
    },
  };
}
