import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { may } from '../../data/session.js';
import { useGet } from '../../data/use-get.js';
import { usePages } from '../../data/use-pages.js';
import { Empty } from '../../parts/empty.js';
import { Icon } from '../../parts/icon.js';
import { List } from '../../parts/list.js';
import { numberText } from '../../parts/number.js';
import { PageHead } from '../../parts/page.js';
import { Meter, Sparkline } from '../../parts/small-charts.js';
import { State } from '../../parts/state.js';
import { roughDuration } from '../../parts/time.js';
import { href } from '../../shell/router.js';
import { LimitDialog } from './limit-dialog.js';

type Queue = Schemas['Queue'];

/** A queue whose oldest job waits longer than this is late. */
export const LATE_SECONDS = 600;

export default function Queues(): JSX.Element {
  const pages = usePages('/v1/queues', {}, { id: ({ name }) => name, live: ['job', 'queue'], everyMs: 15_000 });
  const [limited, setLimited] = useState<Queue>();
  const canChange = may('installation:write');
  return (
    <>
      <PageHead title="Queues" trail={[{ label: 'Work' }]} sub="Shared by all tenants" />
      {limited && (
        <LimitDialog
          queue={limited}
          onClose={() => {
            setLimited(undefined);
            pages.reload();
          }}
        />
      )}
      <List
        pages={pages}
        noun="queue"
        label="Queues"
        id={({ name }: Queue) => name}
        empty={
          <Empty icon="queues" title="No queue has jobs">
            A queue appears when a job waits in it, when it is paused, or when it has a limit.
          </Empty>
        }
        columns={[
          {
            id: 'name',
            phone: 'name',
            head: 'Queue',
            cell: ({ name }) => (
              <a class="main" href={href('/jobs', { filter: `queue:${name}` })}>
                {name}
              </a>
            ),
          },
          { id: 'state', phone: 'state', head: 'State', cell: (queue) => <QueueState queue={queue} /> },
          {
            id: 'waiting',
            phone: 'detail',
            head: 'Waiting',
            isNumber: true,
            cell: ({ name, pending }) => (
              <a href={href('/jobs', { filter: `status:pending queue:${name}` })}>
                {numberText(pending)}
                <span class="ph-word"> waiting</span>
              </a>
            ),
          },
          { id: 'oldest', phone: 'side', head: 'Oldest', isNumber: true, cell: (queue) => <Oldest queue={queue} /> },
          {
            id: 'running',
            head: 'Running',
            isNumber: true,
            cell: ({ name, running, limit }) => (
              <a class="row gap-4 end" href={href('/jobs', { filter: `status:running queue:${name}` })}>
                {limit?.concurrency != null && (
                  <Meter value={running} max={limit.concurrency} label={`${running} of ${limit.concurrency} slots`} />
                )}
                {limit?.concurrency == null ? numberText(running) : `${running}/${limit.concurrency}`}
              </a>
            ),
          },
          { id: 'limit', head: 'Limit', rank: 2, cell: ({ limit }) => <span class="muted">{limitText(limit)}</span> },
          { id: 'day', head: '24 h', rank: 3, cell: ({ name }) => <QueueDay name={name} /> },
          {
            id: 'acts',
            phone: 'acts',
            head: <span class="sr">Actions</span>,
            isNumber: true,
            rank: 2,
            cell: (queue) =>
              canChange && (
                <span class="row gap-4 end">
                  <PauseButton queue={queue} onDone={pages.reload} />
                  <button class="btn btn-s" type="button" onClick={() => setLimited(queue)}>
                    Limit…
                  </button>
                </span>
              ),
          },
        ]}
      />
    </>
  );
}

function QueueState({ queue: { paused, reason, waiting_for_limits: held } }: { readonly queue: Queue }): JSX.Element {
  if (paused)
    return (
      <span title={reason ?? undefined}>
        <State shape="cancelled">Paused{reason === null ? '' : `: ${reason}`}</State>
      </span>
    );
  if (held > 0) return <State shape="scheduled">{numberText(held)} wait for the limit</State>;
  return <State shape="completed">Open</State>;
}

export function Oldest({ queue: { oldest_ready_seconds: seconds } }: { readonly queue: Queue }): JSX.Element {
  if (seconds === null) return <span class="muted">–</span>;
  const text = roughDuration(seconds * 1_000);
  return seconds > LATE_SECONDS ? <State shape="warning">{text}</State> : <span>{text}</span>;
}

export function QueueDay({ name }: { readonly name: string }): JSX.Element {
  const stats = useGet('/v1/stats/jobs', { query: { queue: name, since: '24h' } });
  const values = (stats.data?.points ?? []).map(({ counts }) =>
    Object.values(counts).reduce((sum, count) => sum + count, 0),
  );
  return <Sparkline values={values} label={`Jobs of ${name} that ended in the last 24 hours`} />;
}

function PauseButton({
  queue: { name, paused },
  onDone,
}: {
  readonly queue: Queue;
  readonly onDone: () => void;
}): JSX.Element {
  const params = { name };
  const pause = (): Promise<unknown> => client.post('/v1/queues/{name}/pause', { params });
  const resume = (): Promise<unknown> => client.post('/v1/queues/{name}/resume', { params });
  const run = async (): Promise<void> => {
    await act(paused ? resume : pause, {
      done: paused ? `${name} goes on` : `${name} is paused; running jobs finish`,
      undo: async () => {
        await (paused ? pause() : resume());
        onDone();
      },
    });
    onDone();
  };
  return (
    <button class="btn btn-s" type="button" onClick={() => void run()}>
      <Icon name={paused ? 'play' : 'pause'} small />
      {paused ? 'Resume' : 'Pause'}
    </button>
  );
}

function limitText(limit: Queue['limit']): string {
  if (limit === null) return 'none';
  const { concurrency, rate_per_minute: rate, burst } = limit;
  const parts = [
    concurrency === null ? '' : `${concurrency} at a time`,
    rate === null ? '' : `${rate} per minute${burst !== null && burst > 1 ? `, ${burst} at once` : ''}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
