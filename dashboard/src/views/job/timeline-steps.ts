import type { Schemas } from '../../../../src/client/index.js';
import { JOB_STATES } from '../../parts/job-state.js';
import type { Step } from '../../parts/timeline.js';
import { preciseTime } from '../../parts/time.js';

/** The life of a job: accepted, each attempt and its end, and what it is now. */
export function stepsOf(job: Schemas['JobDetails'], now: number): Step[] {
  const moments: (Step & { readonly time: number })[] = [];
  const add = (time: number, step: Step): number => moments.push({ ...step, time, at: preciseTime(time) });
  add(Date.parse(job.created_at ?? ''), { shape: 'pending', title: 'Accepted' });
  for (const { attempt, started, ended, worker, code } of job.errors) {
    add(Date.parse(started), {
      shape: 'started',
      title: `Attempt ${attempt}`,
      note: `worker ${worker}`,
      isRunning: true,
    });
    const isCrash = code === 'WORKER_CRASHED';
    add(Date.parse(ended), { shape: 'failed', title: isCrash ? 'Crashed' : 'Failed', note: code });
  }
  const { shape, word } = JOB_STATES[job.status];
  const lastEnd = moments.at(-1)?.time ?? 0;
  const started = job.started_at === null ? undefined : Date.parse(job.started_at);
  // The start of an attempt that failed is in its error already.
  const isOpen =
    started !== undefined &&
    started > lastEnd - 1 &&
    job.errors.every((error) => Date.parse(error.started) !== started);
  const isOver = job.finished_at !== null;
  if (isOpen)
    add(started, {
      shape: 'started',
      title: `Attempt ${job.errors.length + 1}`,
      note: job.lease_owner ? `worker ${job.lease_owner}` : `fence ${job.fence}`,
      isRunning: true,
    });
  if (job.status === 'running')
    moments.push({
      shape: 'running',
      title: 'Running',
      time: now,
      note: job.cancel_requested_at === null ? undefined : 'asked to stop',
    });
  else if (job.status === 'pending') {
    const due = Date.parse(job.run_at ?? '');
    const isAhead = due > now;
    moments.push({
      shape: isAhead ? (job.attempts > 0 ? 'retrying' : 'scheduled') : 'pending',
      title: isAhead ? 'Due' : 'Waits',
      time: isAhead ? due : now,
      at: isAhead ? preciseTime(due) : undefined,
    });
  } else if (isOver) {
    const end = Date.parse(job.finished_at ?? '');
    const last = moments.at(-1);
    // A failure that ends the job is one step, not two.
    if (last && last.shape === 'failed' && Math.abs(last.time - end) < 1_000)
      moments[moments.length - 1] = { ...last, shape, title: word };
    else add(end, { shape, title: word });
  }
  return moments.map(({ time, ...step }, at) => {
    const next = moments[at + 1];
    return { ...step, durationMs: next === undefined ? undefined : Math.max(0, next.time - time) };
  });
}
