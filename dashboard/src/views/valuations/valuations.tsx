import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { may } from '../../data/session.js';
import { usePages } from '../../data/use-pages.js';
import { Empty } from '../../parts/empty.js';
import { List } from '../../parts/list.js';
import { moneyText } from '../../parts/money.js';
import { counted, numberText } from '../../parts/number.js';
import { PageHead } from '../../parts/page.js';
import { SearchField } from '../../parts/search-field.js';
import type { Column } from '../../parts/table.js';
import { Tabs } from '../../parts/tabs.js';
import { Time } from '../../parts/time.js';
import { href, navigate, query, setQuery } from '../../shell/router.js';
import { itemName } from './item-name.js';
import './valuations.css';

type Valued = Schemas['ValuedIntake'];
const CONFIDENCES = ['high', 'medium', 'low', 'none'] as const;

export default function Valuations(): JSX.Element {
  const text = query.value.get('text') ?? undefined;
  const confidence = CONFIDENCES.find((one) => one === query.value.get('confidence'));
  const pages = usePages(
    '/v1/valuations',
    { query: { ...(text === undefined ? {} : { text }), ...(confidence === undefined ? {} : { confidence }) } },
    { id: ({ intake_id: id }) => id, live: ['intake', 'intakes'] },
  );
  const highest = Math.max(0, ...pages.items.map(({ high_cents: high }) => high ?? 0));
  const lowest = Math.min(highest, ...pages.items.map(({ low_cents: low }) => low ?? highest));
  const columns = useMemo(() => columnsOf(lowest, highest), [lowest, highest]);
  const isFiltered = text !== undefined || confidence !== undefined;
  return (
    <>
      <PageHead title="Valuations" trail={[{ label: 'Evidence' }]} sub="What items are worth, from which sales">
        <SearchField
          label="Find items"
          value={text ?? ''}
          onChange={(value) => setQuery({ text: value }, { replace: true })}
        />
        {may('prices:write') && pages.items.length > 0 && (
          <button
            class="btn"
            type="button"
            onClick={() =>
              void act(() => client.post('/v1/collections', { body: { only_due: true } }), {
                done: ({ planned, unfinished }) =>
                  `${counted(planned, 'collection')} planned${unfinished > 0 ? `, ${numberText(unfinished)} still running` : ''}`,
              })
            }
          >
            Collect what is due
          </button>
        )}
      </PageHead>
      <Tabs
        label="Confidence"
        current={confidence ?? 'all'}
        tabs={[
          { id: 'all', label: 'All', to: href('/valuations', { text }) },
          ...CONFIDENCES.map((id) => ({ id, label: WORDS[id], to: href('/valuations', { text, confidence: id }) })),
        ]}
      />
      <List
        label="Valuations"
        noun="item"
        pages={pages}
        id={({ intake_id: id }) => id}
        columns={columns}
        onPeek={({ intake_id: id }) => navigate(href(`/valuations/${id}`))}
        empty={
          isFiltered ? (
            <Empty title="No item matches">
              <a class="prose-link" href={href('/valuations')}>
                Remove the filter
              </a>
            </Empty>
          ) : (
            <Empty icon="scatter" title="No items yet" command='casparian intake add --title "1909-S VDB Lincoln cent"'>
              An item is something whose prices are collected. Add one:
            </Empty>
          )
        }
      />
    </>
  );
}

const WORDS = { high: 'High', medium: 'Medium', low: 'Low', none: 'No value' } as const;

const WIDTH = 240;

/** Where the value and its range are among the items of the list, on a logarithmic scale. */
function Spread({
  item,
  lowest,
  highest,
}: {
  readonly item: Valued;
  readonly lowest: number;
  readonly highest: number;
}): JSX.Element | null {
  const { low_cents: low, value_cents: value, high_cents: high } = item;
  if (low === null || value === null || high === null || lowest <= 0 || highest <= lowest) return null;
  const x = (cents: number): number => 4 + (Math.log(cents / lowest) / Math.log(highest / lowest)) * (WIDTH - 8);
  return (
    <svg class="spread" viewBox={`0 0 ${WIDTH} 12`} aria-hidden="true">
      <line class="grid-l" x1="0" x2={WIDTH} y1="6" y2="6" />
      <rect class="spread-r" x={x(low)} width={Math.max(2, x(high) - x(low))} y="3" height="6" rx="3" />
      <circle class="spread-v" cx={x(value)} cy="6" r="3.5" />
    </svg>
  );
}

const columnsOf = (lowest: number, highest: number): readonly Column<Valued>[] => [
  {
    id: 'title',
    phone: 'name',
    head: 'Item',
    cell: ({ intake_id: id, title, year, ref }) => (
      <>
        <a class="main" href={href(`/valuations/${id}`)} title={title}>
          {itemName({ title, year })}
        </a>
        {ref !== null && <span class="muted"> {ref}</span>}
      </>
    ),
  },
  {
    id: 'spread',
    head: <span class="sr">Place among the others</span>,
    isWide: true,
    rank: 2,
    cell: (item) => <Spread item={item} lowest={lowest} highest={highest} />,
  },
  {
    id: 'value',
    phone: 'state',
    head: 'Value',
    isNumber: true,
    cell: ({ value_cents: cents, currency }) => <b class="strong">{moneyText(cents, currency)}</b>,
  },
  {
    id: 'range',
    phone: 'detail',
    head: 'Range',
    isNumber: true,
    rank: 2,
    cell: ({ low_cents: low, high_cents: high }) =>
      low === null ? (
        <span class="muted">–</span>
      ) : (
        <span class="muted">{`${moneyText(low, null)} to ${moneyText(high, null)}`}</span>
      ),
  },
  {
    id: 'prices',
    head: 'Prices',
    isNumber: true,
    rank: 2,
    cell: ({ n, points }) => (
      <>
        {numberText(n)}
        <span class="muted"> of {numberText(points)}</span>
      </>
    ),
  },
  {
    id: 'confidence',
    phone: 'side',
    head: 'Confidence',
    cell: ({ confidence }) =>
      confidence === null ? <span class="muted">not valued yet</span> : WORDS[confidence as keyof typeof WORDS],
  },
  {
    id: 'at',
    head: 'Valued',
    isNumber: true,
    rank: 2,
    cell: ({ valued_at: at }) => (
      <span class="muted">
        <Time at={at} />
      </span>
    ),
  },
];
