import { releaseEnding } from '../../../src/engine/ending.js';
import type { ClaimedJob, Ending, HeldJob, JobStore, NewJob, Reach } from '../../../src/engine/store.js';
import { newId } from '../../../src/platform/index.js';

export const LEASE_MS = 60_000;

export function aJob(values: Partial<NewJob> = {}): NewJob {
  return {
    id: newId(),
    tenant: 'default',
    queue: 'default',
    type: 'work',
    payload: '{}',
    priority: 2,
    runAt: null,
    delayMs: 0,
    maxAttempts: 5,
    idempotencyKey: null,
    specHash: null,
    reuseCompleted: false,
    parentJobId: null,
    traceparent: null,
    correlationId: null,
    ...values,
  };
}

/** Enqueues one job and answers its id. */
export async function enqueueOne(store: JobStore, values: Partial<NewJob> = {}): Promise<string> {
  const [receipt] = await store.enqueue([aJob(values)]);
  return receipt!.id;
}

/** Takes what is due from every lane in reach, in the order the store must serve it. */
export async function claimDue(
  store: JobStore,
  options: { owner?: string; leaseMs?: number; quota?: number; reach?: Partial<Reach> } = {},
): Promise<ClaimedJob[]> {
  const { lanes } = await store.findReadyLanes({ types: ['work'], ...options.reach });
  const takes = lanes.map((lane) => ({ ...lane, quota: options.quota ?? 1_000 }));
  const claimed = await store.claim(options.owner ?? 'worker-a', options.leaseMs ?? LEASE_MS, takes);
  return claimed.sort((a, b) => a.priority - b.priority || a.runAt - b.runAt || (a.id < b.id ? -1 : 1));
}

export function claimSuspect(store: JobStore, owner = 'worker-a', reach: Partial<Reach> = {}) {
  return store.claimSuspect(owner, LEASE_MS, { types: ['work'], ...reach });
}

/** A job in the hands of an owner. */
export async function runningJob(
  store: JobStore,
  values: Partial<NewJob> = {},
  options: { owner?: string; leaseMs?: number } = {},
): Promise<ClaimedJob> {
  const id = await enqueueOne(store, values);
  const reach = { types: [values.type ?? 'work'] };
  const claimed = await claimDue(store, { ...options, reach });
  return claimed.find((job) => job.id === id)!;
}

/** An ending that changes nothing but what is given. */
export function anEnding(job: HeldJob, values: Partial<Ending> = {}): Ending {
  return { ...releaseEnding(job), status: 'completed', ...values };
}

export const ids = (jobs: readonly { id: string }[]): string[] => jobs.map((job) => job.id);
