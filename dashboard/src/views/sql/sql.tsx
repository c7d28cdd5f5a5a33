import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Result } from '../../../../src/client/index.js';
import { client } from '../../data/client.js';
import { useGet } from '../../data/use-get.js';
import { CellValue } from '../../parts/cell-value.js';
import { downloadPosted } from '../../parts/download.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { Icon } from '../../parts/icon.js';
import { MenuButton } from '../../parts/menu.js';
import { counted, numberText } from '../../parts/number.js';
import { Card, PageHead } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Segments } from '../../parts/tabs.js';
import { clockText, durationText } from '../../parts/time.js';
import { useKeys } from '../../shell/keys.js';
import { href, query, setQuery } from '../../shell/router.js';
import { isNumberType, typeName } from '../dataset/profile-head.js';
import type { KnownTable } from './completion.js';
import { SqlEditor } from './editor.js';
import { readHistory, remember } from './history.js';
import { ResultChart } from './result-chart.js';
import './sql.css';

type Answer = Result<'post', '/v1/query'>;

interface Outcome {
  readonly answer?: Answer;
  readonly error?: unknown;
  readonly ms: number;
}

const LIMIT = 1_000;
const KINDS = ['table', 'bars', 'line'] as const;

/** Statements over datasets and the ledger. The text is in the address, so that it can be sent to a colleague. */
export default function Sql(): JSX.Element {
  const given = query.value.get('sql') ?? '';
  const [text, setText] = useState(given);
  const [outcome, setOutcome] = useState<Outcome>();
  const [isRunning, setRunning] = useState(false);
  const [history, setHistory] = useState(readHistory);
  const tables = useGet('/v1/query-tables', {}, { live: ['dataset'] });
  const known = (tables.data?.items ?? []) as readonly KnownTable[];
  const kind = (query.value.get('chart') ?? 'table') as (typeof KINDS)[number];

  const run = async (sql: string): Promise<void> => {
    if (sql.trim() === '') return;
    setRunning(true);
    setQuery({ sql }, { replace: true });
    const start = performance.now();
    try {
      const answer = await client.post('/v1/query', { body: { sql, limit: LIMIT } });
      setOutcome({ answer, ms: performance.now() - start });
      setHistory(remember({ sql, at: Date.now(), rows: answer.items.length }));
    } catch (error) {
      setOutcome({ error, ms: performance.now() - start });
    }
    setRunning(false);
  };
  // A copied address shows the same result; it only reads.
  useEffect(() => void run(given), []);
  useKeys({ 'Ctrl+Enter': () => void run(text) });
  return (
    <>
      <PageHead
        title="SQL"
        trail={[{ label: 'Data' }]}
        sub="Reads datasets and the ledger. It cannot change anything."
      />
      <div class="stack">
        <div class="cols c-sql">
          <Card
            className="clip-y"
            title="Statement"
            note={`read only, 30 s, ${numberText(LIMIT)} rows`}
            more={
              <button class="btn btn-1 btn-s" type="button" disabled={isRunning} onClick={() => void run(text)}>
                <Icon name="play" small />
                {isRunning ? 'Running…' : 'Run'} <kbd>Ctrl ↵</kbd>
              </button>
            }
          >
            <SqlEditor
              value={text}
              tables={known}
              onInput={setText}
              onRun={() => void run(text)}
              placeholder={`select * from ${known[0]?.name ?? 'jobs'} limit 100`}
            />
          </Card>
          <Card className="clip" title="Tables" note={tables.data && numberText(known.length)}>
            <ul class="table-list">
              {known.map((table) => (
                <li key={table.name}>
                  <details>
                    <summary>
                      {table.name} <span class="muted small">{table.kind === 'ledger' ? 'ledger' : ''}</span>
                    </summary>
                    <button
                      class="btn btn-s"
                      type="button"
                      aria-label={`Select from ${table.name}`}
                      onClick={() => setText(`select * from ${table.name}\nlimit 100`)}
                    >
                      Select from it
                    </button>
                    <ul>
                      {(table.columns ?? []).map(({ name, type }) => (
                        <li key={name}>
                          <code>{name}</code> <span class="muted small">{typeName(type)}</span>
                        </li>
                      ))}
                    </ul>
                  </details>
                </li>
              ))}
            </ul>
          </Card>
        </div>
        {outcome === undefined && !isRunning && (
          <Examples
            tables={known}
            onPick={(sql) => {
              setText(sql);
              void run(sql);
            }}
          />
        )}
        {isRunning && !outcome && (
          <section class="card">
            <Skeleton rows={4} />
          </section>
        )}
        {outcome?.error !== undefined && <Failure error={outcome.error} />}
        {outcome?.answer && <ResultCard answer={outcome.answer} ms={outcome.ms} kind={kind} sql={given} />}
        {history.length > 0 && (
          <Card className="clip" title="History" note="of this browser">
            <ul class="sql-history">
              {history.slice(0, 12).map(({ sql, at, rows }) => (
                <li key={`${at} ${sql}`}>
                  <button
                    type="button"
                    onClick={() => {
                      setText(sql);
                      void run(sql);
                    }}
                  >
                    <span class="muted">{clockText(at)}</span>
                    <code class="cut">{sql.replace(/\s+/g, ' ')}</code>
                    <span class="muted">{counted(rows, 'row')}</span>
                  </button>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </>
  );
}

/** Statements to begin with, about the tables that are there. */
function Examples({
  tables,
  onPick,
}: {
  readonly tables: readonly KnownTable[];
  readonly onPick: (sql: string) => void;
}): JSX.Element {
  const dataset = tables.find(({ kind }) => kind !== 'ledger');
  const examples = [
    ...(dataset
      ? [{ says: `The first rows of ${dataset.name}`, sql: `select * from ${dataset.name}\nlimit 100` }]
      : []),
    ...(dataset
      ? [
          {
            says: 'Rows by file',
            sql: `select _cf_source, count(*) as rows\nfrom ${dataset.name}\ngroup by all\norder by rows desc`,
          },
        ]
      : []),
    { says: 'Jobs by state', sql: 'select status, count(*) as jobs\nfrom jobs\ngroup by all\norder by jobs desc' },
    {
      says: 'Why rows are in quarantine',
      sql: 'select output, column_name, error_type, count(*) as rows\nfrom quarantine\ngroup by all\norder by rows desc',
    },
  ];
  return (
    <Card className="clip" title="To begin with">
      <ul class="sql-history sql-examples">
        {examples.map(({ says, sql }) => (
          <li key={says}>
            <button type="button" onClick={() => onPick(sql)}>
              <span>{says}</span>
              <code class="cut muted">{sql.replace(/\s+/g, ' ')}</code>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ResultCard({
  answer,
  ms,
  kind,
  sql,
}: {
  readonly answer: Answer;
  readonly ms: number;
  readonly kind: (typeof KINDS)[number];
  readonly sql: string;
}): JSX.Element {
  const { items, columns, truncated, notes } = answer;
  return (
    <Card
      className="clip-y"
      title="Result"
      note={`${truncated ? `the first ${counted(items.length, 'row')}` : counted(items.length, 'row')} in ${durationText(ms)}`}
      more={
        <>
          <Segments
            label="Show as"
            current={kind}
            tabs={KINDS.map((id) => ({
              id,
              label: id === 'table' ? 'Table' : id === 'bars' ? 'Bars' : 'Line',
              to: href('/sql', { sql, chart: id === 'table' ? undefined : id }),
            }))}
          />
          <MenuButton
            label="Export the result"
            className="btn btn-s"
            button={
              <>
                <Icon name="download" small />
                Export
              </>
            }
          >
            {(close) =>
              (['csv', 'parquet', 'ndjson', 'json'] as const).map((format) => (
                <button
                  key={format}
                  type="button"
                  onClick={() => {
                    close();
                    void downloadPosted('/v1/query/export', { sql, format }, `query.${format}`);
                  }}
                >
                  {format === 'ndjson' ? 'JSON lines' : format === 'parquet' ? 'Parquet' : format.toUpperCase()}
                </button>
              ))
            }
          </MenuButton>
        </>
      }
    >
      {notes.map((note) => (
        <p key={note} class="inset small soft">
          {note}
        </p>
      ))}
      {items.length === 0 && <Empty icon="table" title="The statement returned no rows" />}
      {items.length > 0 && kind !== 'table' && <ResultChart rows={items} columns={columns} kind={kind} />}
      {items.length > 0 && kind === 'table' && (
        <div class="scroll-x result-scroll" tabIndex={0} role="region" aria-label="Result">
          <table class="t t-dense" aria-label="Result">
            <thead>
              <tr>
                {columns.map(({ name, type }) => (
                  <th key={name} scope="col" class={isNumberType(type) ? 'num' : ''}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((row, at) => (
                <tr key={at}>
                  {columns.map(({ name, type }) => (
                    <td key={name} class={isNumberType(type) ? 'num mono' : 'cell-cut'}>
                      <CellValue value={row[name]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
