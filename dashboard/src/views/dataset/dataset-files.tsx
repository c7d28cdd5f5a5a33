import type { JSX } from 'preact';
import type { Result } from '../../../../src/client/index.js';
import { usePages } from '../../data/use-pages.js';
import { fileName } from '../../parts/cell-value.js';
import { Empty } from '../../parts/empty.js';
import { List } from '../../parts/list.js';
import { numberText, shortId } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { Time } from '../../parts/time.js';
import { href, navigate } from '../../shell/router.js';
import { fileColumns, toFile } from '../files/file-columns.js';

type Dataset = Result<'get', '/v1/datasets/{name}'>;

/** The newest jobs that wrote rows, and the files of the parser. */
export function DatasetFiles({ dataset }: { readonly dataset: Dataset }): JSX.Element {
  const files = usePages(
    '/v1/files',
    { query: { dataset: dataset.output, parser: dataset.parser } },
    { id: ({ id }) => id, live: ['file'] },
  );
  const jobs = dataset.jobs as unknown as readonly {
    job_id: string;
    source: string | null;
    rows: number;
    created_at: string | null;
  }[];
  return (
    <div class="stack">
      <List
        {...{ pages: files, columns: fileColumns(), noun: 'file', label: 'Files', id: ({ id }: { id: string }) => id }}
        onOpen={({ id }) => navigate(toFile(id))}
        onPeek={({ id }) => navigate(toFile(id))}
        empty={<Empty icon="file" title="No file of this dataset is known any more" />}
      />
      <Card className="clip" title="Newest rows">
        <table class="t" aria-label="Newest rows">
          <thead>
            <tr>
              <th scope="col">File</th>
              <th class="num" scope="col">
                Rows
              </th>
              <th scope="col">Job</th>
              <th scope="col">Written</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ job_id, source, rows, created_at }) => (
              <tr key={job_id}>
                <td class="main" title={source ?? ''}>
                  {source === null ? 'unknown file' : fileName(source)}
                </td>
                <td class="num">{numberText(rows)}</td>
                <td>
                  <a class="mono" href={href(`/jobs/${job_id}`)}>
                    {shortId(job_id)}
                  </a>
                </td>
                <td>
                  <Time at={created_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </div>
  );
}
