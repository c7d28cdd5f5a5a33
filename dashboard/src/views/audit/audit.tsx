import type { JSX } from 'preact';
import type { Schemas } from '../../../../src/client/index.js';
import { apiUrl } from '../../data/client.js';
import { usePages } from '../../data/use-pages.js';
import { Drawer, WithDrawer } from '../../parts/drawer.js';
import { Empty } from '../../parts/empty.js';
import { Facts } from '../../parts/facts.js';
import { FilterBar, type Qualifier } from '../../parts/filter-bar.js';
import { fileName } from '../../parts/cell-value.js';
import { chipsOf } from '../../parts/filter-text.js';
import { Icon } from '../../parts/icon.js';
import { JsonTree } from '../../parts/json-tree.js';
import { List } from '../../parts/list.js';
import { Id, numberText, shortId } from '../../parts/number.js';
import { PageHead } from '../../parts/page.js';
import type { Column } from '../../parts/table.js';
import { exactTime, Time } from '../../parts/time.js';
import { href, query, setQuery } from '../../shell/router.js';
import { ChainState } from './chain-state.js';

type Event = Schemas['Event'];

const QUALIFIERS: readonly Qualifier[] = [
  { name: 'type', hint: 'of the event; * matches any characters', offers: () => TYPES.map((value) => ({ value })) },
  { name: 'actor', hint: 'who did it' },
  { name: 'about', hint: 'the kind of thing: source, job, PassportVersion' },
  { name: 'id', hint: 'of the thing' },
  { name: 'since', hint: '2026-11-17 or 2026-11-17T08:00Z' },
  { name: 'until', hint: 'as since' },
];
const TYPES = ['access.*', 'job.*', 'queue.*', 'source.*', 'PASSPORT_*', 'webhook.*', 'key.*', 'quarantine.*'];

/** The filter of the address as the API takes it. */
function filterOf(text: string): Record<string, string | string[]> {
  const filter: Record<string, string | string[]> = {};
  for (const { name, value, isNot } of chipsOf(text)) {
    if (isNot) continue;
    if (name === 'type' || name === undefined)
      filter['type'] = [...((filter['type'] as string[] | undefined) ?? []), name === undefined ? `*${value}*` : value];
    else if (name === 'actor') filter['actor'] = value;
    else if (name === 'about') filter['aggregate_type'] = value;
    else if (name === 'id') filter['aggregate_id'] = value;
    else if (name === 'since' || name === 'until') {
      const at = Date.parse(value);
      if (!Number.isNaN(at)) filter[name] = new Date(at).toISOString();
    }
  }
  return filter;
}

export default function Audit(): JSX.Element {
  const text = query.value.get('filter') ?? '';
  const open = query.value.get('event');
  const filter = filterOf(text);
  const pages = usePages('/v1/events', { query: filter }, { id: ({ event_id: id }) => id, everyMs: 10_000 });
  const current = pages.items.find(({ event_id: id }) => id === open);
  return (
    <>
      <PageHead
        title="Audit"
        trail={[{ label: 'System' }]}
        sub="Who changed what, in a log that shows every later change"
      >
        <a class="btn" href={exportUrl(filter)} download="events.ndjson">
          <Icon name="download" />
          Export
        </a>
      </PageHead>
      <div class="stack">
        <ChainState />
        <WithDrawer drawer={current && <EventDrawer event={current} />}>
          <List
            label="Events"
            noun="event"
            pages={pages}
            id={({ event_id: id }) => id}
            columns={COLUMNS}
            current={open ?? undefined}
            onPeek={({ event_id: id }) => setQuery({ event: id })}
            above={
              <FilterBar
                text={text}
                qualifiers={QUALIFIERS}
                placeholder="type:source.* actor:ines"
                onChange={(filterText) => setQuery({ filter: filterText })}
              />
            }
            empty={
              text === '' ? (
                <Empty icon="audit" title="No events yet">
                  Every change leaves one, by whom and when.
                </Empty>
              ) : (
                <Empty title="No event matches">
                  <a class="prose-link" href={href('/audit')}>
                    Remove the filter
                  </a>
                </Empty>
              )
            }
          />
        </WithDrawer>
      </div>
    </>
  );
}

function exportUrl(filter: Record<string, string | string[]>): string {
  const search = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  );
  const text = search.toString();
  return apiUrl(`/v1/audit/export${text === '' ? '' : `?${text}`}`);
}

const COLUMNS: readonly Column<Event>[] = [
  {
    id: 'type',
    phone: 'name',
    head: 'What',
    cell: ({ event_id: id, event_type: type }) => (
      <a class="main" href={href('/audit', { ...Object.fromEntries(query.value), event: id })}>
        {type}
      </a>
    ),
  },
  {
    id: 'about',
    phone: 'detail',
    head: 'About',
    isWide: true,
    rank: 2,
    cell: ({ aggregate_type: type, aggregate_id: id, payload }) => (
      <>
        {type} {aboutText(payload) ?? <code class="muted">{shortId(id)}</code>}
      </>
    ),
  },
  { id: 'actor', phone: 'state', head: 'By', cell: ({ actor }) => actor ?? <span class="muted">the system</span> },
  {
    id: 'version',
    head: 'Change',
    isNumber: true,
    rank: 3,
    cell: ({ aggregate_version: version }) => numberText(version),
  },
  {
    id: 'at',
    phone: 'side',
    head: 'When',
    isNumber: true,
    cell: ({ occurred_at: at }) => (
      <span class="muted">
        <Time at={at} />
      </span>
    ),
  },
];

/** The name that a person knows the thing by, if the event has it. */
function aboutText(payload: unknown): string | undefined {
  const { source, name, sku, queue } = (payload ?? {}) as Readonly<Record<string, unknown>>;
  const text = [source, name, sku, queue].find((value): value is string => typeof value === 'string');
  return text === undefined ? undefined : fileName(text);
}

function EventDrawer({ event }: { readonly event: Event }): JSX.Element {
  return (
    <Drawer title={<h2 class="cut">{event.event_type}</h2>} onClose={() => setQuery({ event: undefined })}>
      <div class="sec">
        <Facts
          facts={[
            ['When', exactTime(event.occurred_at)],
            ['By', event.actor ?? 'the system'],
            [
              'About',
              <a
                class="prose-link"
                href={href('/audit', { filter: `about:${event.aggregate_type} id:${event.aggregate_id}` })}
              >
                {event.aggregate_type} {shortId(event.aggregate_id)}
              </a>,
            ],
            ['Change', `number ${numberText(event.aggregate_version)} of it`],
            ['Event', <Id id={event.event_id} />],
            ['Hash', <code title={event.event_hash}>{shortId(event.event_hash)}</code>],
            [
              'Before',
              event.prev_event_hash === null ? (
                'the first of its chain'
              ) : (
                <code title={event.prev_event_hash}>{shortId(event.prev_event_hash)}</code>
              ),
            ],
          ]}
        />
      </div>
      <div class="sec">
        <h3>Payload</h3>
        <JsonTree value={event.payload} />
      </div>
    </Drawer>
  );
}
