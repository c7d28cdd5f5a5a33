import type { JSX } from 'preact';
import { useGet } from '../../data/use-get.js';
import { may } from '../../data/session.js';
import { download } from '../../parts/download.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { Icon } from '../../parts/icon.js';
import { cappedText, numberText } from '../../parts/number.js';
import { PageHead } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { href, query, setQuery } from '../../shell/router.js';
import { GroupRows } from './group-rows.js';
import { ImportButton } from './import-corrections.js';
import { RowEditor } from './row-editor.js';
import { type Group, givenFilter, groupId, reasonOf } from './selection.js';
import { valueText } from '../../parts/cell-value.js';
import './quarantine.css';

const LIVE = ['file', 'job', 'quarantine', 'contract', 'dataset'];
const STATUSES = ['quarantined', 'recovered', 'discarded', 'superseded', 'evidence'];

/** Which one cause spoils most rows, and what would repair it. */
export default function Quarantine(): JSX.Element {
  const filter = givenFilter();
  const groups = useGet('/v1/quarantine-groups', { query: { ...filter, limit: 200 } }, { live: LIVE });
  const count = useGet('/v1/quarantine-counts', { query: filter }, { live: LIVE });
  const items = (groups.data?.items ?? []) as unknown as Group[];
  const wanted = query.value.get('group');
  // On a wide screen the largest group is open. A phone begins with the list of groups.
  const isNarrow = matchMedia('(max-width: 760px)').matches;
  const current = items.find((group) => groupId(group) === wanted) ?? (isNarrow ? undefined : items[0]);
  const row = query.value.get('row') ?? undefined;
  const status = filter.status?.[0] ?? 'quarantined';
  return (
    <>
      <PageHead
        title="Quarantine"
        trail={[{ label: 'Data' }]}
        sub={
          count.data &&
          `${cappedText(count.data)} ${count.data.count === 1 ? 'row' : 'rows'} ${status === 'quarantined' ? (count.data.count === 1 ? 'waits' : 'wait') : status}. Nothing is lost: valid + quarantined + skipped = rows in.`
        }
      >
        <label class="row small">
          <span class="sr">State</span>
          <select
            class="select"
            value={status}
            onChange={(event) =>
              setQuery({
                status: event.currentTarget.value === 'quarantined' ? null : event.currentTarget.value,
                group: null,
                row: null,
              })
            }
          >
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        {may('data:write') && <ImportButton />}
        <button
          class="btn"
          type="button"
          onClick={() => download('/v1/quarantine-export', { ...filter, status: filter.status?.[0], format: 'csv' })}
        >
          <Icon name="download" />
          Export CSV
        </button>
      </PageHead>
      <FilterNote filter={filter} />
      {groups.error && <Failure error={groups.error} onRetry={groups.reload} />}
      {groups.isLoading && <Skeleton rows={8} />}
      {groups.data && items.length === 0 && <NothingHere isFiltered={Object.keys(filter).length > 0} />}
      {items.length > 0 && (
        <div class={`panes q-panes ${row === undefined ? 'no-row' : ''} ${current ? 'has-group' : ''}`}>
          <section class="pane back" aria-label="Reasons">
            <div class="pane-h">
              <h2>Reasons</h2>
              <span class="muted">{numberText(items.length)}</span>
              <span class="right small muted">by rows ↓</span>
            </div>
            {items.map((group) => (
              <GroupLink key={groupId(group)} group={group} most={items[0]?.rows ?? 1} isCurrent={group === current} />
            ))}
          </section>
          {current && (
            <GroupRows
              key={groupId(current)}
              group={current}
              filter={filter}
              row={row}
              onChanged={() => {
                groups.reload();
                count.reload();
              }}
            />
          )}
          {current && row !== undefined && (
            <RowEditor
              key={row}
              id={row}
              onChanged={() => {
                groups.reload();
                count.reload();
              }}
            />
          )}
        </div>
      )}
    </>
  );
}

function GroupLink({
  group,
  most,
  isCurrent,
}: {
  readonly group: Group;
  readonly most: number;
  readonly isCurrent: boolean;
}): JSX.Element {
  const { column, output, rows, example } = group;
  const raw = example.raw as Record<string, unknown> | null;
  const value = column === null ? raw?.['_raw'] : raw?.[column];
  const width = Math.max(4, (240 * rows) / most);
  return (
    <a
      class="grp"
      href={href('/quarantine', { ...givenLinks(), group: groupId(group) })}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <div class="r1">
        <b class="cut">
          {column ?? 'row'} <span class="muted">{reasonOf(group)}</span>
        </b>
        <span>{numberText(rows)}</span>
      </div>
      <div class="eg">
        {value === null || value === undefined || value === '' ? '(empty)' : valueText(value).slice(0, 60)} · {output}
      </div>
      <svg class="hbar" viewBox="0 0 240 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="f-warning" x="0" width={width} height="4" rx="1.5" />
        <rect class="f-line" x={width} width={240 - width} height="4" rx="1.5" />
      </svg>
    </a>
  );
}

function givenLinks(): Record<string, string | undefined> {
  const { status, ...rest } = givenFilter();
  return { ...rest, status: status?.[0] };
}

function FilterNote({ filter }: { readonly filter: ReturnType<typeof givenFilter> }): JSX.Element | null {
  const { job, file, output, parser } = filter;
  if (job === undefined && file === undefined && output === undefined && parser === undefined) return null;
  return (
    <p class="filter-note small soft">
      Only rows of{' '}
      {job !== undefined && (
        <a class="prose-link" href={href(`/jobs/${encodeURIComponent(job)}`)}>
          one job
        </a>
      )}
      {file !== undefined && (
        <a class="prose-link" href={href(`/files/${encodeURIComponent(file)}`)}>
          one file
        </a>
      )}
      {output !== undefined && (
        <a class="prose-link" href={href(`/datasets/${encodeURIComponent(output)}`)}>
          {output}
        </a>
      )}
      {output === undefined && parser !== undefined && <b>{parser}</b>}.{' '}
      <a class="prose-link" href={href('/quarantine')}>
        Show all
      </a>
    </p>
  );
}

function NothingHere({ isFiltered }: { readonly isFiltered: boolean }): JSX.Element {
  return (
    <section class="card">
      {isFiltered ? (
        <Empty icon="quarantine" title="No row matches this filter">
          <a class="prose-link" href={href('/quarantine')}>
            Show all quarantined rows
          </a>
        </Empty>
      ) : (
        <Empty icon="quarantine" title="No row is in quarantine">
          Rows that break the contract of their dataset wait here until a person corrects, replays or discards them.
        </Empty>
      )}
    </section>
  );
}
