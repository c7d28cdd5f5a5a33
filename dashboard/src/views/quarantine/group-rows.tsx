import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { may } from '../../data/session.js';
import { usePages } from '../../data/use-pages.js';
import { CellValue, fileName } from '../../parts/cell-value.js';
import { confirm } from '../../parts/dialog.js';
import { Failure } from '../../parts/failure.js';
import { Icon } from '../../parts/icon.js';
import { counted, numberText } from '../../parts/number.js';
import { Skeleton } from '../../parts/skeleton.js';
import { type Column, Table } from '../../parts/table.js';
import { href, setQuery } from '../../shell/router.js';
import { askReason, runBulk } from './actions.js';
import { filterOfGroup, type givenFilter, type Group, type QuarantinedRow } from './selection.js';
import { Suggestion } from './suggestion.js';

/** The rows of one group, with the repair that would make all of them valid. */
export function GroupRows({
  group,
  filter,
  row,
  onChanged,
}: {
  readonly group: Group;
  readonly filter: ReturnType<typeof givenFilter>;
  readonly row: string | undefined;
  readonly onChanged: () => void;
}): JSX.Element {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const rows = usePages(
    '/v1/quarantine',
    { query: { ...filter, ...filterOfGroup(group) } },
    { id: ({ id }) => id, live: ['file', 'job', 'quarantine'], limit: 100 },
  );
  const isOpen = (filter.status?.[0] ?? 'quarantined') === 'quarantined';
  const canAct = may('data:write') && isOpen;
  const done = (): void => {
    setSelected(new Set());
    rows.reload();
    onChanged();
  };
  const chosen = rows.items.filter(({ id }) => selected.has(id));
  return (
    <section class="pane" aria-label="Rows">
      <div class="pane-h">
        <a class="btn btn-q btn-i q-back" href={href('/quarantine')} aria-label="All reasons">
          <Icon name="right" />
        </a>
        <h2 class="cut">
          {group.output}
          {group.column === null ? '' : `.${group.column}`}
        </h2>
        <span class="muted nowrap">{counted(group.rows, 'row')}</span>
        {canAct && (
          <span class="right row gap-4">
            <button class="btn btn-s" type="button" onClick={() => void replayAll(group).then(done)}>
              <Icon name="retry" small />
              Replay all
            </button>
            <button
              class="btn btn-s"
              type="button"
              onClick={() => void discardSome(group, chosen).then((is) => is && done())}
            >
              {chosen.length > 0 ? `Discard ${numberText(chosen.length)}…` : 'Discard…'}
            </button>
          </span>
        )}
      </div>
      {isOpen && <Suggestion group={group} onChanged={done} />}
      {rows.error && <Failure error={rows.error} onRetry={rows.reload} />}
      {rows.isLoading && <Skeleton rows={10} />}
      {rows.waiting > 0 && (
        <button class="banner" type="button" onClick={rows.showWaiting}>
          {counted(rows.waiting, 'new row')}. Show {rows.waiting === 1 ? 'it' : 'them'}
        </button>
      )}
      {rows.items.length > 0 && (
        <Table<QuarantinedRow>
          className="q-rows"
          label="Quarantined rows"
          rows={rows.items}
          id={({ id }) => id}
          gone={rows.gone}
          columns={columnsOf(rows.items, group)}
          current={row}
          onPeek={({ id }) => setQuery({ row: id })}
          selection={canAct ? { ids: selected, set: setSelected } : undefined}
        />
      )}
      {rows.hasMore && (
        <button class="more-rows" type="button" disabled={rows.isLoadingMore} onClick={rows.more}>
          {rows.isLoadingMore ? 'Loading…' : 'Show more'}
        </button>
      )}
    </section>
  );
}

const MOST_COLUMNS = 5;

/** The offending column and its neighbours. */
function columnsOf(rows: readonly QuarantinedRow[], group: Group): Column<QuarantinedRow>[] {
  const names = [...new Set(rows.flatMap(({ raw }) => Object.keys(raw ?? {})))];
  const at = Math.max(0, names.indexOf(group.column ?? ''));
  const start = Math.max(0, Math.min(at - 2, names.length - MOST_COLUMNS));
  const shown = names.slice(start, start + MOST_COLUMNS);
  return [
    {
      ...{ id: '_row', head: 'Row', isNumber: true },
      cell: ({ row_number, id }) => (
        <a
          class="muted"
          href={href('/quarantine', { row: id })}
          onClick={(event) => {
            event.preventDefault();
            setQuery({ row: id });
          }}
        >
          {numberText(row_number)}
        </a>
      ),
    },
    ...shown.map((name, index): Column<QuarantinedRow> => ({
      id: `c-${name}`,
      head: name,
      ...(name === group.column || name === '_raw' ? {} : { rank: index > 3 ? 3 : 2 }),
      cell: ({ raw, column }) => {
        const value = <CellValue value={(raw as Record<string, unknown>)[name]} />;
        return (
          <span class="mono">{name === column || name === '_raw' ? <span class="bad">{value}</span> : value}</span>
        );
      },
    })),
    {
      id: '_file',
      head: 'File',
      rank: 3,
      cell: ({ source }) => (
        <span class="muted" title={source}>
          {fileName(source)}
        </span>
      ),
    },
  ];
}

async function replayAll(group: Group): Promise<void> {
  await runBulk('replay', group);
}

async function discardSome(group: Group, chosen: readonly QuarantinedRow[]): Promise<boolean> {
  const reason = await askReason(chosen.length > 0 ? chosen.length : group.rows);
  if (reason === undefined) return false;
  if (chosen.length === 0) {
    const isSure =
      group.rows <= 100 ||
      (await confirm({
        title: `Discard ${counted(group.rows, 'row')}?`,
        text: 'They stay in the ledger with the reason, and can be restored while their files are current.',
        yes: `Discard ${counted(group.rows, 'row')}`,
        ...{ isDanger: true, count: group.rows },
      }));
    return isSure && (await runBulk('discard', group, reason)) !== undefined;
  }
  const byJob = new Map<string, number[]>();
  for (const { job_id, row_number } of chosen) byJob.set(job_id, [...(byJob.get(job_id) ?? []), row_number]);
  const since = new Date(Date.now() - 1_000).toISOString();
  const discarded = await act(
    async () => {
      for (const [job, rows] of byJob) await client.post('/v1/quarantine/discard', { body: { job, rows, reason } });
      return chosen.length;
    },
    {
      done: (count) => `${counted(count, 'row')} discarded`,
      undo: async () => {
        for (const [job, rows] of byJob) await client.post('/v1/quarantine/restore', { body: { job, rows, since } });
      },
    },
  );
  return discarded !== undefined;
}
