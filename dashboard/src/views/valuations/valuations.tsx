import type { JSX } from 'preact';
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
        columns={COLUMNS}
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

const COLUMNS: readonly Column<Valued>[] = [
  {
    id: 'title',
    phone: 'name',
    head: 'Item',
    isWide: true,
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
