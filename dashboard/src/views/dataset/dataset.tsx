import type { JSX } from 'preact';
import { useGet } from '../../data/use-get.js';
import { download } from '../../parts/download.js';
import { Failure } from '../../parts/failure.js';
import { Icon } from '../../parts/icon.js';
import { MenuButton } from '../../parts/menu.js';
import { numberText, sizeText } from '../../parts/number.js';
import { PageHead } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Tabs } from '../../parts/tabs.js';
import { Time } from '../../parts/time.js';
import { href, query } from '../../shell/router.js';
import type { ViewProps } from '../../views.js';
import { Columns } from './columns.js';
import { Contract } from './contract.js';
import { DatasetFiles } from './dataset-files.js';
import { Origins } from './origins.js';
import { Rows } from './rows.js';
import './dataset.css';

const FORMATS = ['csv', 'parquet', 'ndjson', 'json'];

/** What is in it, is it sound, where does this row come from. */
export default function DatasetPage({ params }: ViewProps): JSX.Element {
  const name = params['name'] ?? '';
  const dataset = useGet('/v1/datasets/{name}', { params: { name } }, { live: ['file', 'dataset', 'job'] });
  const data = dataset.data;
  const waiting = useGet(
    data ? '/v1/quarantine-counts' : null,
    { query: { parser: data?.parser ?? '', output: data?.output ?? '' } },
    { live: ['file', 'job'] },
  );
  const tab = query.value.get('tab') ?? 'rows';
  const to = (id: string): string =>
    href(`/datasets/${encodeURIComponent(name)}`, { tab: id === 'rows' ? undefined : id });
  const own = (data?.columns ?? []).filter((column) => !column.name.startsWith('_cf_'));
  const where = query.value.get('where') ?? undefined;
  return (
    <>
      <PageHead title={name} trail={[{ label: 'Data' }, { label: 'Datasets', to: '/datasets' }]}>
        <a class="btn" href={to('contract')}>
          <Icon name="edit" />
          Contract
        </a>
        <MenuButton
          label="Export"
          button={
            <>
              <Icon name="download" />
              Export
            </>
          }
        >
          {(close) =>
            FORMATS.map((format) => (
              <button
                key={format}

                type="button"
                onClick={() => {
                  download(`/v1/datasets/${encodeURIComponent(name)}/export`, { format, where });
                  close();
                }}
              >
                {format === 'ndjson'
                  ? 'JSON lines'
                  : format === 'csv' || format === 'json'
                    ? format.toUpperCase()
                    : 'Parquet'}
              </button>
            ))
          }
        </MenuButton>
        <a
          class="btn btn-1"
          href={href('/sql', {
            sql: `select * from ${quoted(name)}${where === undefined ? '' : `\nwhere ${where}`}\nlimit 100`,
          })}
        >
          <Icon name="sql" />
          Query
        </a>
      </PageHead>
      {dataset.error && <Failure error={dataset.error} onRetry={dataset.reload} />}
      {dataset.isLoading && <Skeleton rows={8} />}
      {data && (
        <>
          <div class="stats">
            <Stat label="Rows" to={to('rows')}>
              {numberText(data.rows)}
            </Stat>
            <Stat label="In quarantine" to={href('/quarantine', { parser: data.parser, output: data.output })}>
              {waiting.data ? numberText(waiting.data.count) : '–'}
            </Stat>
            <Stat label="Files" to={to('files')}>
              {numberText(data.sources)}
            </Stat>
            <Stat label="Size">{sizeText(data.bytes)}</Stat>
            <Stat label="Last row written">
              <Time at={data.updated_at} />
            </Stat>
            <Stat label="Parser">
              {data.parser} {data.versions.map(({ version }) => version).join(', ')}
            </Stat>
          </div>
          <Tabs
            label="Dataset"
            current={tab}
            tabs={[
              { id: 'rows', label: 'Rows', to: to('rows') },
              { id: 'columns', label: 'Columns', count: numberText(own.length), to: to('columns') },
              { id: 'contract', label: 'Contract', to: to('contract') },
              { id: 'files', label: 'Files', count: numberText(data.sources), to: to('files') },
              { id: 'lineage', label: 'Lineage', to: to('lineage') },
            ]}
          />
          {data.notes.map((note) => (
            <p key={note} class="small soft">
              {note}
            </p>
          ))}
          {tab === 'rows' && <Rows name={name} columns={own} />}
          {tab === 'columns' && <Columns name={name} />}
          {tab === 'contract' && <Contract name={data.output} isBuiltin={data.parser === 'builtin'} />}
          {tab === 'files' && <DatasetFiles dataset={data} />}
          {tab === 'lineage' && <Origins name={name} />}
        </>
      )}
    </>
  );
}

function Stat({
  label,
  to,
  children,
}: {
  readonly label: string;
  readonly to?: string;
  readonly children: JSX.Element | string | readonly (JSX.Element | string)[];
}): JSX.Element {
  return (
    <div>
      <span>{label}</span>
      <b>{to === undefined ? children : <a href={to}>{children}</a>}</b>
    </div>
  );
}

function quoted(name: string): string {
  return name
    .split('.')
    .map((part) => (/^[a-z_][a-z0-9_]*$/.test(part) ? part : `"${part.replaceAll('"', '""')}"`))
    .join('.');
}
