import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { useGet } from '../../data/use-get.js';
import { usePages } from '../../data/use-pages.js';
import { WithDrawer } from '../../parts/drawer.js';
import { Empty } from '../../parts/empty.js';
import { List } from '../../parts/list.js';
import { numberText } from '../../parts/number.js';
import { PageHead } from '../../parts/page.js';
import { State, type Shape } from '../../parts/state.js';
import type { Column } from '../../parts/table.js';
import { Tabs } from '../../parts/tabs.js';
import { Time } from '../../parts/time.js';
import { href, query, setQuery } from '../../shell/router.js';
import { AddEndpoint } from './add-endpoint.js';
import { DeliveryDrawer } from './delivery-drawer.js';
import { Endpoints } from './endpoints.js';
import './webhooks.css';

type Delivery = Schemas['WebhookDelivery'];

export const DELIVERY_STATES: Readonly<Record<Delivery['status'], { readonly shape: Shape; readonly word: string }>> = {
  pending: { shape: 'pending', word: 'Waiting' },
  delivered: { shape: 'completed', word: 'Delivered' },
  failed: { shape: 'failed', word: 'Failed' },
};

export default function Webhooks(): JSX.Element {
  const endpoints = useGet('/v1/webhook-endpoints', { query: { limit: 200 } }, { everyMs: 15_000 });
  const endpoint = query.value.get('endpoint') ?? undefined;
  const status = query.value.get('status') ?? undefined;
  const open = query.value.get('delivery') ?? undefined;
  const deliveries = usePages(
    '/v1/webhook-deliveries',
    {
      query: {
        ...(endpoint === undefined ? {} : { webhook_endpoint_id: endpoint }),
        ...(status === undefined ? {} : { status }),
      },
    },
    { id: ({ id }) => id, live: ['job'], everyMs: 10_000 },
  );
  const [isAdding, setAdding] = useState(false);
  const known = (endpoints.data?.items ?? []).filter((one) => one.status !== 'removed');
  const urls = new Map((endpoints.data?.items ?? []).map(({ id, url }) => [id, url]));
  const reload = (): void => {
    endpoints.reload();
    deliveries.reload();
  };
  return (
    <>
      <PageHead title="Webhooks" trail={[{ label: 'System' }]} sub="Events that are sent to other systems">
        <button class="btn btn-1" type="button" onClick={() => setAdding(true)}>
          Add an endpoint
        </button>
      </PageHead>
      <WithDrawer drawer={open !== undefined && <DeliveryDrawer id={open} onChanged={reload} />}>
        <div class="stack">
          <Endpoints resource={endpoints} endpoints={known} current={endpoint} onChanged={reload} />
          {known.length > 0 && (
            <div>
              <Tabs
                label="Deliveries by state"
                current={status ?? 'all'}
                tabs={[
                  { id: 'all', label: 'All deliveries', to: href('/webhooks', { endpoint }) },
                  ...Object.entries(DELIVERY_STATES).map(([id, { shape, word }]) => ({
                    ...{ id, to: href('/webhooks', { endpoint, status: id }) },
                    label: <State shape={shape}>{word}</State>,
                  })),
                ]}
              />
              <List
                label="Deliveries"
                noun="delivery"
                pages={deliveries}
                id={({ id }) => id}
                columns={columnsOf(urls)}
                current={open}
                onPeek={({ id }) => setQuery({ delivery: id })}
                empty={
                  <Empty
                    icon="hook"
                    title={status === undefined ? 'No deliveries yet' : 'No delivery is in this state'}
                  >
                    Events that match an endpoint are sent to it. Send a test event to try it.
                  </Empty>
                }
              />
            </div>
          )}
        </div>
      </WithDrawer>
      {isAdding && (
        <AddEndpoint
          onClose={() => {
            setAdding(false);
            reload();
          }}
        />
      )}
    </>
  );
}

function columnsOf(urls: ReadonlyMap<string, string>): Column<Delivery>[] {
  return [
    {
      id: 'state',
      phone: 'state',
      head: 'State',
      cell: ({ status }) => <State shape={DELIVERY_STATES[status].shape}>{DELIVERY_STATES[status].word}</State>,
    },
    {
      id: 'event',
      phone: 'name',
      head: 'Event',
      cell: ({ id, event_type: type }) => (
        <a class="main" href={href('/webhooks', { ...Object.fromEntries(query.value), delivery: id })}>
          {type}
        </a>
      ),
    },
    {
      id: 'to',
      phone: 'detail',
      head: 'To',
      isWide: true,
      rank: 2,
      cell: ({ endpoint_id: id }) => <span class="muted">{urls.get(id) ?? 'a removed endpoint'}</span>,
    },
    {
      id: 'status',
      head: 'Response',
      isNumber: true,
      rank: 2,
      cell: ({ http_status: status }) => status ?? <span class="muted">–</span>,
    },
    { id: 'attempts', head: 'Attempts', isNumber: true, rank: 3, cell: ({ attempts }) => numberText(attempts) },
    {
      id: 'at',
      phone: 'side',
      head: 'When',
      isNumber: true,
      cell: ({ delivered_at: delivered, created_at: created }) => (
        <span class="muted">
          <Time at={delivered ?? created} />
        </span>
      ),
    },
  ];
}
