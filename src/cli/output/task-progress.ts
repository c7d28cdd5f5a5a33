import type { JobRecord } from '../../engine/index.js';
import { formatDuration } from '../../platform/index.js';
import { printable } from './printable.js';

/** `running on host-1, attempt 2 of 5 · 12 s`: the state of a task while a user waits for it. */
export function waitingText(job: JobRecord, { startedAt, now }: { startedAt: number; now: number }): string {
  return `${stateText(job, now)} · ${seconds(now - startedAt)}`;
}

/** Printed if an attempt has failed and another one follows. */
export function retryText(job: JobRecord, now: number): string {
  const last = job.errors.at(-1);
  const what = last === undefined ? '' : ` (${last.code}: ${printable(last.message)})`;
  return `Attempt ${job.attempts} failed${what}; attempt ${job.attempts + 1} of ${job.maxAttempts} in ${seconds(job.runAt - now)}.`;
}

function stateText(job: JobRecord, now: number): string {
  const attempt = `attempt ${job.attempts + 1} of ${job.maxAttempts}`;
  if (job.status === 'running') return `running on ${job.leaseOwner}, ${attempt}`;
  if (job.status !== 'pending') return job.status;
  if (job.runAt <= now) return `waiting, ${attempt}`;
  return `${job.attempts > 0 ? attempt : 'due'} in ${seconds(job.runAt - now)}`;
}

/** Whole seconds: the line changes once a second. */
function seconds(ms: number): string {
  const whole = Math.max(0, Math.round(ms / 1_000));
  return whole < 60 ? `${whole} s` : formatDuration(whole * 1_000);
}
