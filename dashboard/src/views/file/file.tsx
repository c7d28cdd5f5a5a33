import type { JSX } from 'preact';
import type { Result } from '../../../../src/client/index.js';
import { useGet } from '../../data/use-get.js';
import { fileName } from '../../parts/cell-value.js';
import { Empty } from '../../parts/empty.js';
import { Facts } from '../../parts/facts.js';
import { Failure } from '../../parts/failure.js';
import { Lineage } from '../../parts/lineage.js';
import { counted, Id, numberText, shortId, sizeText } from '../../parts/number.js';
import { Card, PageHead } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Pill, State } from '../../parts/state.js';
import { Time } from '../../parts/time.js';
import { href } from '../../shell/router.js';
import type { ViewProps } from '../../views.js';
import { FILE_STATES, folderOf } from '../files/file-columns.js';
import { FileLines } from './file-lines.js';
import './file.css';

/** From the file to its jobs, its rows, its quarantine, and the lines that are not rows. */
export default function FilePage({ params }: ViewProps): JSX.Element {
  const id = params['id'] ?? '';
  const file = useGet('/v1/files/{id}', { params: { id } }, { live: ['file', 'job'] });
  const { data } = file;
  if (!data) {
    return (
      <>
        <PageHead title="File" trail={[{ label: 'Data' }, { label: 'Files', to: '/files' }]} />
        {file.error ? <Failure error={file.error} onRetry={file.reload} /> : <Skeleton rows={8} />}
      </>
    );
  }
  const current = data.outputs.filter(({ superseded_at }) => superseded_at === null);
  const state = FILE_STATES[data.status];
  return (
    <>
      <PageHead
        title={fileName(data.path)}
        heading={
          <>
            {fileName(data.path)} <Pill shape={state.shape}>{state.word}</Pill>
          </>
        }
        trail={[{ label: 'Data' }, { label: 'Files', to: '/files' }]}
      />
      <div class="stack">
        <section class="card lin-card" aria-label="Lineage">
          {data.parsers.length === 0 ? (
            <Empty
              icon="file"
              title="Nothing has read this file"
              command={`casparian scan '${folderOf(data.path)}' --auto`}
            >
              No parser is subscribed to it. Register one, or read it without one:
            </Empty>
          ) : (
            <Lineage
              columns={[
                [
                  {
                    icon: 'file',
                    kind: 'File',
                    name: fileName(data.path),
                    note: `${sizeText(data.size_bytes)}, ${data.hash.slice(0, 10)}…`,
                  },
                ],
                data.parsers.map(({ parser, version, job_id, status }) => ({
                  ...{
                    icon: 'jobs',
                    kind: 'Job',
                    name: shortId(job_id),
                    to: href(`/jobs/${job_id}`),
                    note: `${parser} ${version}`,
                  },
                  state: status === 'failed' ? { shape: 'failed' as const, word: 'failed' } : undefined,
                })),
                [
                  ...current.map(({ output, parser, rows, created_at }) => ({
                    ...{
                      icon: 'table',
                      kind: 'Dataset',
                      name: output,
                      to: href(`/datasets/${encodeURIComponent(`${parser}.${output}`)}`),
                    },
                    note: (
                      <>
                        {counted(rows, 'row')}, <Time at={created_at} />
                      </>
                    ),
                  })),
                  ...(data.quarantined === 0
                    ? []
                    : [
                        {
                          ...{ icon: 'quarantine', kind: 'Quarantine', name: counted(data.quarantined, 'row') },
                          to: href('/quarantine', { file: id }),
                          state: { shape: 'warning' as const, word: data.quarantined === 1 ? 'waits' : 'wait' },
                        },
                      ]),
                ],
              ].filter((column) => column.length > 0)}
            />
          )}
        </section>
        <div class="cols c-2">
          <Card title="About">
            <div class="card-b">
              <Facts
                facts={[
                  [
                    'Path',
                    <code key="p" class="break">
                      {data.path}
                    </code>,
                  ],
                  ['Content', <Id key="h" id={data.hash} />],
                  [
                    'Size',
                    data.size_bytes < 1_000
                      ? sizeText(data.size_bytes)
                      : `${sizeText(data.size_bytes)} (${numberText(data.size_bytes)} bytes)`,
                  ],
                  ['Changed', <Time key="m" at={data.modified_at} />],
                  ['First seen', <Time key="d" at={data.discovered_at} />],
                  ['Last seen', <Time key="s" at={data.scanned_at} />],
                  data.topics.length > 0 && ['Topics', data.topics.join(', ')],
                  data.missing_at !== null && ['Missing since', <Time key="x" at={data.missing_at} />],
                ]}
              />
            </div>
          </Card>
          <Card className="clip" title="Rows from this file">
            {data.outputs.length === 0 ? (
              <NoRows file={data} />
            ) : (
              <table class="t" aria-label="Rows from this file">
                <thead>
                  <tr>
                    <th scope="col">Dataset</th>
                    <th class="num" scope="col">
                      Rows
                    </th>
                    <th scope="col">Job</th>
                    <th scope="col">State</th>
                  </tr>
                </thead>
                <tbody>
                  {data.outputs.map(({ job_id, output, parser, rows, superseded_at }) => (
                    <tr key={`${job_id} ${output}`}>
                      <td class="main">
                        <a href={href(`/datasets/${encodeURIComponent(`${parser}.${output}`)}`)}>{output}</a>
                      </td>
                      <td class="num">{numberText(rows)}</td>
                      <td>
                        <a class="mono" href={href(`/jobs/${job_id}`)}>
                          {shortId(job_id)}
                        </a>
                      </td>
                      <td>
                        {superseded_at === null ? (
                          <State shape="completed">current</State>
                        ) : (
                          <State shape="cancelled">replaced</State>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </Card>
        </div>
        <FileLines id={id} jobs={data.parsers.map(({ job_id }) => job_id)} skipped={data.skipped} />
      </div>
    </>
  );
}

function NoRows({ file: { parsers, status } }: { readonly file: Result<'get', '/v1/files/{id}'> }): JSX.Element {
  const failed = parsers.find((one) => one.status === 'failed');
  if (failed)
    return (
      <Empty title="No rows: its job failed">
        <a class="prose-link" href={href(`/jobs/${failed.job_id}`)}>
          See why, and retry it
        </a>
      </Empty>
    );
  return <Empty title={status === 'pending' ? 'Its job waits for a worker' : 'No rows yet'} />;
}
