import type { JSX } from 'preact';
import type { OriginJson } from '../../../../src/datasets/lineage-json.js';
import { useGet } from '../../data/use-get.js';
import { fileName, textOfJson } from '../../parts/cell-value.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { Lineage } from '../../parts/lineage.js';
import { counted, numberText, shortId } from '../../parts/number.js';
import { Skeleton } from '../../parts/skeleton.js';
import type { Shape } from '../../parts/state.js';
import { Time } from '../../parts/time.js';
import { href, query } from '../../shell/router.js';

const STATES: Readonly<Record<string, { readonly shape: Shape; readonly word: string }>> = {
  unchanged: { shape: 'completed', word: 'unchanged' },
  changed: { shape: 'warning', word: 'changed since' },
  missing: { shape: 'failed', word: 'missing' },
  unreadable: { shape: 'failed', word: 'unreadable' },
};

/** From rows back to their file: which lines, which job, which output, and what a person corrected on the way. */
export function Origins({ name }: { readonly name: string }): JSX.Element {
  const where = query.value.get('where') ?? undefined;
  const lineage = useGet('/v1/datasets/{name}/lineage', {
    params: { name },
    query: where === undefined ? {} : { where },
  });
  if (lineage.error) return <Failure error={lineage.error} onRetry={lineage.reload} />;
  if (!lineage.data) return <Skeleton rows={6} />;
  const { rows, files } = lineage.data;
  const origins = lineage.data.origins as unknown as readonly OriginJson[];
  return (
    <div class="stack">
      <p class="soft">
        {counted(rows, 'row')} from {counted(files, 'file')}.{' '}
        {where !== undefined && (
          <>
            <code>{where}</code>{' '}
            <a class="prose-link" href={href(`/datasets/${encodeURIComponent(name)}`, { tab: 'lineage' })}>
              Show all
            </a>
          </>
        )}
      </p>
      {origins.length === 0 && (
        <section class="card">
          <Empty icon="file" title="No row matches" />
        </section>
      )}
      {origins.map((origin) => (
        <section key={origin.job_id} class="card inset">
          <Lineage
            columns={[
              [
                {
                  icon: 'file',
                  kind: 'File',
                  name: fileName(origin.source.path),
                  to: href('/files', { path: fileName(origin.source.path) }),
                  note: rowsText(origin),
                  state: STATES[origin.source.state],
                },
              ],
              [
                {
                  icon: 'jobs',
                  kind: 'Job',
                  name: shortId(origin.job_id),
                  to: href(`/jobs/${origin.job_id}`),
                  note: origin.parser.name,
                },
              ],
              [
                {
                  icon: 'table',
                  kind: 'Output',
                  name: counted(origin.rows, 'row'),
                  note: (
                    <>
                      written <Time at={origin.written_at} />
                    </>
                  ),
                  state: STATES[origin.output.state],
                },
              ],
            ]}
          />
          {origin.corrections.length > 0 && (
            <ul class="hist-l">
              {origin.corrections.map((correction) => (
                <li key={correction.id}>
                  <span class="muted">
                    <Time at={correction.corrected_at} />
                  </span>
                  <span>
                    <a class="prose-link" href={href('/quarantine', { status: 'recovered', row: correction.row_id })}>
                      Row {numberText(correction.row_number)}
                    </a>{' '}
                    corrected by {correction.actor ?? 'unknown'}:{' '}
                    {correction.columns.map((column) => (
                      <span key={column.name}>
                        {column.name} <s>{textOfJson(column.old)}</s> → <b>{column.new ?? 'null'}</b>{' '}
                      </span>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {origin.skipped.lines > 0 && (
            <p class="small muted">{counted(origin.skipped.lines, 'line')} of the file are not rows.</p>
          )}
        </section>
      ))}
    </div>
  );
}

function rowsText({ rows, row_numbers }: OriginJson): string {
  const shown = row_numbers.slice(0, 5).map(numberText).join(', ');
  return rows === 1 ? `row ${shown}` : `rows ${shown}${rows > 5 ? ' …' : ''}`;
}
