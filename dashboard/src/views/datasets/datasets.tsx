import type { JSX } from 'preact';
import type { Item } from '../../../../src/client/index.js';
import { useGet } from '../../data/use-get.js';
import { usePages } from '../../data/use-pages.js';
import { Empty } from '../../parts/empty.js';
import { List } from '../../parts/list.js';
import { numberText, sizeText } from '../../parts/number.js';
import { PageHead } from '../../parts/page.js';
import type { Column } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { href, navigate } from '../../shell/router.js';

type Dataset = Item<'/v1/datasets'>;

export default function Datasets(): JSX.Element {
  const pages = usePages('/v1/datasets', {}, { id: keyOf, live: ['file', 'dataset', 'job'], limit: 200 });
  const groups = useGet('/v1/quarantine-groups', { query: { limit: 200 } }, { live: ['file', 'job'] });
  const waiting = (dataset: Dataset): number =>
    groups.data?.items
      .filter(({ parser, output }) => parser === dataset.parser && output === dataset.output)
      .reduce((sum, { rows }) => sum + rows, 0) ?? 0;
  const columns: Column<Dataset>[] = [
    {
      id: 'name',
      phone: 'name',
      head: 'Dataset',
      cell: ({ name }) => (
        <a class="main" href={toDataset(name)}>
          {name}
        </a>
      ),
    },
    {
      id: 'rows',
      phone: 'state',
      head: 'Rows',
      isNumber: true,
      cell: ({ name, rows }) => (
        <a href={toDataset(name)}>
          {numberText(rows)}
          <span class="ph-word"> rows</span>
        </a>
      ),
    },
    {
      ...{ id: 'quarantine', phone: 'side', head: 'In quarantine', isNumber: true },
      cell: (dataset) => {
        const rows = waiting(dataset);
        const to = href('/quarantine', { parser: dataset.parser, output: dataset.output });
        return rows === 0 ? (
          <span class="muted only-wide">0</span>
        ) : (
          <a class="st-warning" href={to}>
            {numberText(rows)}
            <span class="ph-word"> in quarantine</span>
          </a>
        );
      },
    },
    {
      id: 'files',
      head: 'Files',
      isNumber: true,
      rank: 2,
      cell: ({ name, files }) => <a href={toDataset(name, 'files')}>{numberText(files)}</a>,
    },
    { id: 'bytes', head: 'Size', isNumber: true, rank: 2, cell: ({ bytes }) => sizeText(bytes) },
    { id: 'parser', head: 'Parser', rank: 3, cell: ({ parser, versions }) => `${parser} ${versions.join(', ')}` },
    {
      id: 'updated',
      phone: 'detail',
      head: 'Last row written',
      rank: 2,
      isNumber: true,
      cell: ({ updated_at }) => <Time at={updated_at} />,
    },
  ];
  return (
    <>
      <PageHead
        title="Datasets"
        trail={[{ label: 'Data' }]}
        sub="Clean rows of files, each with its file, row and job."
      >
        <a class="btn btn-1" href={href('/sql')}>
          Query
        </a>
      </PageHead>
      <List
        {...{ pages, columns, noun: 'dataset', label: 'Datasets', id: keyOf }}
        onOpen={({ name }) => navigate(toDataset(name))}
        onPeek={({ name }) => navigate(toDataset(name))}
        empty={
          <Empty icon="table" title="No datasets yet" command="casparian scan inbox --auto">
            Drop a file, or type
          </Empty>
        }
      />
    </>
  );
}

function keyOf({ parser, output }: Dataset): string {
  return `${parser}.${output}`;
}

function toDataset(name: string, tab?: string): string {
  return href(`/datasets/${encodeURIComponent(name)}`, { tab });
}
