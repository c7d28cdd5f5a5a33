import type { JSX } from 'preact';
import { useGet } from '../../data/use-get.js';
import { Failure } from '../../parts/failure.js';
import { numberText } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { query, setQuery } from '../../shell/router.js';

const COUNT = 100;

/** The file as it is, with the lines marked that are not rows. */
export function FileLines({
  id,
  jobs,
  skipped,
}: {
  readonly id: string;
  readonly jobs: readonly string[];
  readonly skipped: number;
}): JSX.Element {
  const first = Math.max(1, Number(query.value.get('line') ?? '1') || 1);
  const lines = useGet('/v1/files/{id}/lines', { params: { id }, query: { first, count: COUNT } });
  const marks = useGet(jobs[0] === undefined || skipped === 0 ? null : '/v1/skipped-lines', {
    query: { job: jobs[0] ?? '', limit: 200 },
  });
  const kinds = new Map(marks.data?.items.map(({ line, kind, reason }) => [line, { kind, reason }]));
  const go = (line: number): void => setQuery({ line: line <= 1 ? null : line }, { replace: true });
  return (
    <Card
      className="clip"
      title="The file"
      note={
        lines.data &&
        `${lines.data.encoding ?? ''}${skipped > 0 ? `, ${skipped === 1 ? '1 line is not a row' : `${numberText(skipped)} lines are not rows`}` : ''}`
      }
      more={
        <form
          class="row gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            go(Number(new FormData(event.currentTarget).get('line')));
          }}
        >
          <input
            class="input line-input"
            name="line"
            type="number"
            min="1"
            defaultValue={String(first)}
            aria-label="First line"
          />
          <button class="btn btn-s" type="submit">
            Go to line
          </button>
        </form>
      }
    >
      {lines.isLoading && <Skeleton rows={8} />}
      {lines.error && <Failure error={lines.error} />}
      {lines.data && (
        <ol class={kinds.size === 0 ? 'lines no-roles' : 'lines'} tabIndex={0} aria-label="Lines of the file">
          {lines.data.lines.map(({ text, truncated }, at) => {
            const mark = kinds.get(first + at);
            return (
              <li key={at} class={mark ? (mark.kind === 'header' ? 'hd' : 'pre') : ''}>
                <span class="no">{numberText(first + at)}</span>
                <span class="role" title={mark?.reason}>
                  {mark?.kind ?? ''}
                </span>
                <span>
                  {text}
                  {truncated && <i class="muted"> …</i>}
                </span>
              </li>
            );
          })}
        </ol>
      )}
      {lines.data && (first > 1 || lines.data.more) && (
        <div class="inset row">
          <button class="btn btn-s" type="button" disabled={first <= 1} onClick={() => go(first - COUNT)}>
            Earlier lines
          </button>
          <button class="btn btn-s" type="button" disabled={!lines.data.more} onClick={() => go(first + COUNT)}>
            Later lines
          </button>
        </div>
      )}
    </Card>
  );
}
