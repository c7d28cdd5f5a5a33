import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { may } from '../../data/session.js';
import { Icon } from '../../parts/icon.js';
import { RetryWithChanges } from './retry-with-changes.js';

type Details = Schemas['JobDetails'];

/** What fits the state of a job. Readers are offered nothing. */
export function JobActions({
  job,
  onDone,
  isShort = false,
}: {
  readonly job: Details;
  readonly onDone: () => void;
  readonly isShort?: boolean;
}): JSX.Element | null {
  const [isEditing, setEditing] = useState(false);
  if (!may('jobs:write')) return null;
  const params = { id: job.id };
  const run = async (work: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>): Promise<void> => {
    const back =
      undo &&
      (async (): Promise<void> => {
        await undo();
        onDone();
      });
    await act(work, { done, ...(back ? { undo: back } : {}) });
    onDone();
  };
  const retry = (): Promise<unknown> => client.post('/v1/jobs/{id}/retry', { params });
  const cancel = (): Promise<unknown> => client.post('/v1/jobs/{id}/cancel', { params });
  const isWaiting = job.status === 'pending';
  const isAhead = isWaiting && job.run_at !== null && Date.parse(job.run_at) > Date.now();
  const isStopped = ['failed', 'dead_letter', 'cancelled'].includes(job.status);
  return (
    <>
      {isEditing && <RetryWithChanges job={job} onClose={() => setEditing(false)} />}
      {isAhead && (
        <button
          class="btn"
          type="button"
          onClick={() => void run(() => client.post('/v1/jobs/{id}/run-now', { params }), 'The job is due now')}
        >
          <Icon name="play" />
          Run now
        </button>
      )}
      {isWaiting && (
        <button class="btn" type="button" onClick={() => void run(cancel, 'The job is cancelled', retry)}>
          <Icon name="x" />
          Cancel
        </button>
      )}
      {job.status === 'running' && (
        <button
          class="btn"
          type="button"
          disabled={job.cancel_requested_at !== null}
          onClick={() => void run(cancel, 'The job was asked to stop')}
        >
          <Icon name="x" />
          {job.cancel_requested_at === null ? 'Cancel' : 'Stopping'}
        </button>
      )}
      {!isShort && !isWaiting && job.status !== 'running' && (
        <button class="btn" type="button" onClick={() => setEditing(true)}>
          <Icon name="edit" />
          {isStopped ? 'Retry with changes' : 'Run again with changes'}
        </button>
      )}
      {isStopped && (
        <button
          class="btn btn-1"
          type="button"
          onClick={() => void run(retry, 'The job goes again', job.status === 'cancelled' ? cancel : undefined)}
        >
          <Icon name="retry" />
          Retry
        </button>
      )}
    </>
  );
}
