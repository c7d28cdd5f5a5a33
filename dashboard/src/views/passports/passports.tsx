import type { JSX } from 'preact';
import type { Schemas } from '../../../../src/client/index.js';
import { usePages } from '../../data/use-pages.js';
import { Empty } from '../../parts/empty.js';
import { List } from '../../parts/list.js';
import { numberText } from '../../parts/number.js';
import { PageHead } from '../../parts/page.js';
import { SearchField } from '../../parts/search-field.js';
import { State } from '../../parts/state.js';
import type { Column } from '../../parts/table.js';
import { Tabs } from '../../parts/tabs.js';
import { Time } from '../../parts/time.js';
import { href, navigate, query, setQuery } from '../../shell/router.js';
import { VERSION_STATES, type VersionStatus } from './passport-words.js';

type Overview = Schemas['PassportOverview'];

export default function Passports(): JSX.Element {
  const text = query.value.get('text') ?? undefined;
  const status = (Object.keys(VERSION_STATES) as VersionStatus[]).find((one) => one === query.value.get('status'));
  const pages = usePages(
    '/v1/passport-overview',
    { query: { ...(text === undefined ? {} : { text }), ...(status === undefined ? {} : { status }) } },
    { id: ({ passport_id: id }) => id, live: ['Passport', 'PassportVersion'] },
  );
  return (
    <>
      <PageHead
        title="Passports"
        trail={[{ label: 'Evidence' }]}
        sub="Signed records of batteries that anyone can verify"
      >
        <SearchField
          label="Find a battery"
          value={text ?? ''}
          onChange={(value) => setQuery({ text: value }, { replace: true })}
        />
      </PageHead>
      <Tabs
        label="State of the newest version"
        current={status ?? 'all'}
        tabs={[
          { id: 'all', label: 'All', to: href('/passports', { text }) },
          ...Object.entries(VERSION_STATES).map(([id, { shape, word }]) => ({
            id,
            label: <State shape={shape}>{word}</State>,
            to: href('/passports', { text, status: id }),
          })),
        ]}
      />
      <List
        label="Passports"
        noun="passport"
        pages={pages}
        id={({ passport_id: id }) => id}
        columns={COLUMNS}
        onPeek={({ passport_id: id }) => navigate(href(`/passports/${id}`))}
        empty={
          text !== undefined || status !== undefined ? (
            <Empty title="No passport matches">
              <a class="prose-link" href={href('/passports')}>
                Remove the filter
              </a>
            </Empty>
          ) : (
            <Empty
              icon="passport"
              title="No passports yet"
              command="casparian passport build examples/passport/ev-pack"
            >
              A passport is built from documents, facts and rules. Try the example:
            </Empty>
          )
        }
      />
    </>
  );
}

const COLUMNS: readonly Column<Overview>[] = [
  {
    id: 'state',
    phone: 'state',
    head: 'State',
    cell: ({ newest_version: newest }) => {
      if (newest === null) return <State shape="pending">No version yet</State>;
      const { shape, word } = VERSION_STATES[newest.status];
      return <State shape={shape}>{word}</State>;
    },
  },
  {
    id: 'sku',
    phone: 'name',
    head: 'Battery',
    cell: ({ passport_id: id, sku }) => (
      <a class="main" href={href(`/passports/${id}`)}>
        {sku}
      </a>
    ),
  },
  {
    id: 'name',
    phone: 'detail',
    head: 'Name',
    isWide: true,
    rank: 2,
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  { id: 'versions', head: 'Versions', isNumber: true, rank: 2, cell: ({ versions }) => numberText(versions) },
  {
    id: 'rules',
    head: 'Rules',
    rank: 3,
    cell: ({ newest_version: newest }) => <span class="muted">{newest?.rules ?? '–'}</span>,
  },
  {
    id: 'at',
    phone: 'side',
    head: 'Compiled',
    isNumber: true,
    cell: ({ newest_version: newest }) => (
      <span class="muted">
        <Time at={newest?.created_at} />
      </span>
    ),
  },
];
