import type { JobRecord } from '../../engine/index.js';
import { formatDuration } from '../../platform/index.js';

/** `running on host-1, attempt 2 of 5 · 12 s`: where a task is that somebody waits for. */
export function waitingText(job: JobRecord, { begunAt, now }: { begunAt: number; now: number }): string {
  return `${stateText(job, now)} · ${formatDuration(Math.floor((now - begunAt) / 1_000) * 1_000)}`;
}

function stateText(job: JobRecord, now: number): string {
  const attempt = `attempt ${job.attempts + 1} of ${job.maxAttempts}`;
  const ahead = formatDuration(Math.ceil((job.runAt - now) / 1_000) * 1_000);
  if (job.status === 'running') return `running on ${job.leaseOwner}, ${attempt}`;
  if (job.status !== 'pending') return job.status;
  if (job.runAt <= now) return `waiting for a worker, ${attempt}`;
  return job.attempts > 0 ? `failed, ${attempt} in ${ahead}` : `due in ${ahead}`;
}
