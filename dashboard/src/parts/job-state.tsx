import type { JSX } from 'preact';
import type { Schemas } from '../../../src/client/index.js';
import { Pill, type Shape, State } from './state.js';

export type JobStatus = Schemas['Job']['status'];

/** Shape and word of each state, in the order of the overview. */
export const JOB_STATES: Readonly<Record<JobStatus, { readonly shape: Shape; readonly word: string }>> = {
  pending: { shape: 'pending', word: 'Pending' },
  running: { shape: 'running', word: 'Running' },
  completed: { shape: 'completed', word: 'Completed' },
  completed_with_warnings: { shape: 'warning', word: 'With warnings' },
  failed: { shape: 'failed', word: 'Failed' },
  dead_letter: { shape: 'dead', word: 'Dead letter' },
  cancelled: { shape: 'cancelled', word: 'Cancelled' },
};

interface Shown {
  readonly status: JobStatus;
  readonly attempts: number;
  readonly run_at: string | null;
}

/** Pending has three faces: it waits, it waits for its time, or it waits for another attempt. */
export function shapeOfJob({ status, attempts, run_at: runAt }: Shown): {
  readonly shape: Shape;
  readonly word: string;
} {
  const isAhead = status === 'pending' && runAt !== null && Date.parse(runAt) > Date.now();
  if (!isAhead) return JOB_STATES[status];
  return attempts > 0 ? { shape: 'retrying', word: 'Retrying' } : { shape: 'scheduled', word: 'Scheduled' };
}

export function JobState({ job, isPill = false }: { readonly job: Shown; readonly isPill?: boolean }): JSX.Element {
  const { shape, word } = shapeOfJob(job);
  return isPill ? <Pill shape={shape}>{word}</Pill> : <State shape={shape}>{word}</State>;
}
