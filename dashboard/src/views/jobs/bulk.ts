import type { Schemas } from '../../../../src/client/index.js';
import { act, errorText } from '../../data/act.js';
import { client } from '../../data/client.js';
import { confirm } from '../../parts/dialog.js';
import { counted, numberText } from '../../parts/number.js';
import { toast } from '../../parts/toast.js';
import { PRIORITIES } from './job-columns.js';
import type { JobQuery } from './job-filter.js';

type Action = 'retry' | 'cancel' | 'delete' | 'priority';
type Bulk = Schemas['BulkOperation'];

export interface BulkChoice {
  readonly action: Action;
  readonly filter: JobQuery;
  /** The filter as a person reads it. */
  readonly filterText: string;
  readonly priority?: number;
}

const VERBS: Readonly<
  Record<
    Action,
    {
      readonly ask: string;
      readonly keep: string;
      readonly doing: string;
      readonly done: string;
      readonly text: string;
    }
  >
> = {
  retry: {
    ask: 'Retry',
    keep: 'Leave them',
    doing: 'Retrying',
    done: 'go again',
    text: 'They run again with fresh attempts. Their errors are kept.',
  },
  cancel: {
    ask: 'Cancel',
    keep: 'Let them run',
    doing: 'Cancelling',
    done: 'are cancelled',
    text: 'Waiting jobs end at once; running ones are asked to stop.',
  },
  delete: {
    ask: 'Delete',
    keep: 'Keep them',
    doing: 'Deleting',
    done: 'are deleted',
    text: 'Their logs go with them; outputs and quarantine stay. Jobs that wait or run are left alone. This cannot be undone.',
  },
  priority: {
    ask: 'Change the priority of',
    keep: 'Leave them',
    doing: 'Changing',
    done: 'have a new priority',
    text: 'Only jobs that wait are changed.',
  },
};

/** Counts, asks, starts the change and follows it. Resolves when it is over. */
export async function changeJobs({ action, filter, filterText, priority }: BulkChoice): Promise<void> {
  const request = { target: 'jobs' as const, action, filter, ...(priority === undefined ? {} : { priority }) };
  const counting = await act(() => client.post('/v1/bulk/count', { body: request }));
  if (!counting) return;
  const { matched } = counting;
  const { ask, keep, text } = VERBS[action];
  const jobs = counted(matched, 'job');
  const isSure = await confirm({
    title: `${ask} ${jobs}${action === 'priority' ? ` to ${PRIORITIES[priority ?? 2] ?? ''}` : ''}?`,
    text: `${filterText === '' ? 'All jobs' : `All that match ${filterText}`}. ${text}`,
    ...{ yes: `${ask} ${jobs}`, no: keep, isDanger: action === 'delete', count: matched },
  });
  if (!isSure) return;
  const started = await act(() => client.post('/v1/bulk', { body: { ...request, expected_count: matched } }));
  if (started) await follow(started, action);
}

const POLL_MS = 700;
const OVER: ReadonlySet<string> = new Set([
  'completed',
  'completed_with_warnings',
  'failed',
  'dead_letter',
  'cancelled',
]);

/** Shows how far it is until it is over. */
async function follow(started: Bulk, action: Action): Promise<void> {
  const { doing, done } = VERBS[action];
  const stop = (): void => void act(() => client.post('/v1/bulk/{id}/cancel', { params: { id: started.id } }));
  const say = toast({
    state: 'running',
    text: `${doing} ${counted(started.expected_count, 'job')}`,
    isSticky: true,
    action: { label: 'Stop', run: stop },
  });
  for (let bulk = started; ;) {
    if (OVER.has(bulk.status)) {
      const { changed, skipped, error } = bulk;
      const rest = skipped === 0 ? '' : `; ${numberText(skipped)} could not be changed in their state`;
      if (error) say({ state: 'failed', text: error.message, code: error.code });
      else
        say({
          state: bulk.status === 'cancelled' ? 'cancelled' : 'completed',
          text: `${counted(changed, 'job')} ${done}${rest}`,
        });
      return;
    }
    const share =
      bulk.expected_count === 0 ? 0 : Math.floor((100 * (bulk.changed + bulk.skipped)) / bulk.expected_count);
    const waits = bulk.status === 'pending' ? ', waits for a worker' : `, ${share} %`;
    say({
      state: 'running',
      text: `${doing} ${counted(bulk.expected_count, 'job')}${waits}`,
      isSticky: true,
      action: { label: 'Stop', run: stop },
    });
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    try {
      bulk = await client.get('/v1/bulk/{id}', { params: { id: started.id } });
    } catch (error) {
      say({ state: 'failed', ...errorText(error), detail: 'The change goes on in the background.' });
      return;
    }
  }
}
