import type { JSX } from 'preact';
import type { Schemas } from '../../../../src/client/index.js';
import { useGet } from '../../data/use-get.js';
import { usePages } from '../../data/use-pages.js';
import { Drawer, WithDrawer } from '../../parts/drawer.js';
import { Empty } from '../../parts/empty.js';
import { Facts } from '../../parts/facts.js';
import { List } from '../../parts/list.js';
import { counted, numberText } from '../../parts/number.js';
import { PageHead } from '../../parts/page.js';
import { State } from '../../parts/state.js';
import { Time } from '../../parts/time.js';
import { href, query as address, setQuery } from '../../shell/router.js';

type Worker = Schemas['Worker'];

export default function Workers(): JSX.Element {
  const pages = usePages('/v1/workers', {}, { id: ({ id }) => id, everyMs: 5_000, limit: 200 });
  const running = useGet('/v1/job-counts', {}, { live: ['job'] });
  const peeked = address.value.get('peek') ?? undefined;
  const alive = pages.items.filter((worker) => worker.alive);
  const slots = alive.reduce((sum, { concurrency }) => sum + concurrency, 0);
  const open = pages.items.find(({ id }) => id === peeked);
  const busy = running.data?.running.count;
  return (
    <>
      <PageHead
        title="Workers"
        trail={[{ label: 'Work' }]}
        sub={
          pages.items.length > 0
            ? `${numberText(alive.length)} alive${busy === undefined ? '' : `, ${numberText(busy)} of ${counted(slots, 'slot')} in use`}`
            : undefined
        }
      />
      <WithDrawer drawer={open && <WorkerDrawer worker={open} />}>
        <List
          pages={pages}
          noun="worker"
          label="Workers"
          id={({ id }: Worker) => id}
          current={peeked}
          onPeek={({ id }) => setQuery({ peek: id }, { replace: peeked !== undefined })}
          empty={
            <Empty icon="workers" title="No worker runs" command="casparian worker">
              Jobs wait until one does:
            </Empty>
          }
          columns={[
            { id: 'id', phone: 'name', head: 'Worker', cell: ({ id }) => <span class="main">{id}</span> },
            {
              id: 'state',
              phone: 'state',
              head: 'State',
              cell: ({ alive: isAlive }) =>
                isAlive ? <State shape="completed">Alive</State> : <State shape="failed">Silent</State>,
            },
            {
              id: 'host',
              phone: 'detail',
              head: 'Host',
              rank: 2,
              cell: ({ host, pid }) => (
                <span>
                  {host} <span class="muted">{pid}</span>
                </span>
              ),
            },
            { id: 'slots', head: 'Slots', isNumber: true, cell: ({ concurrency }) => numberText(concurrency) },
            {
              id: 'queues',
              head: 'Queues',
              rank: 2,
              cell: ({ queues }) => queues?.join(', ') ?? <span class="muted">all</span>,
            },
            { id: 'types', head: 'Types', isNumber: true, rank: 3, cell: ({ types }) => numberText(types.length) },
            { id: 'started', head: 'Started', isNumber: true, rank: 3, cell: ({ started_at: at }) => <Time at={at} /> },
            {
              id: 'heartbeat',
              phone: 'side',
              head: 'Heartbeat',
              isNumber: true,
              cell: ({ heartbeat_at: at }) => <Time at={at} />,
            },
          ]}
        />
      </WithDrawer>
    </>
  );
}

function WorkerDrawer({ worker }: { readonly worker: Worker }): JSX.Element {
  return (
    <Drawer title={<h2 class="cut">{worker.id}</h2>} onClose={() => setQuery({ peek: null })}>
      <div class="sec">
        <Facts
          facts={[
            ['State', worker.alive ? 'alive' : 'silent: its jobs are taken over when their leases expire'],
            ['Host', `${worker.host}, process ${worker.pid}`],
            ['Slots', numberText(worker.concurrency)],
            ['Queues', worker.queues?.join(', ') ?? 'all'],
            ['Tenants', worker.tenants?.join(', ') ?? 'all'],
            ['Started', <Time key="started" at={worker.started_at} />],
            ['Heartbeat', <Time key="heartbeat" at={worker.heartbeat_at} />],
          ]}
        />
      </div>
      <div class="sec">
        <h3>Types it runs</h3>
        <ul class="tags">
          {worker.types.map((type) => (
            <li key={type}>
              <a class="tag" href={href('/jobs', { filter: `type:${type}` })}>
                {type}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Drawer>
  );
}
