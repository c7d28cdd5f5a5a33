import './jobs.css';
import { type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { may } from '../../data/session.js';
import { useGet } from '../../data/use-get.js';
import { usePages } from '../../data/use-pages.js';
import { BulkBar } from '../../parts/bulk-bar.js';
import { Empty } from '../../parts/empty.js';
import { FilterBar } from '../../parts/filter-bar.js';
import { chipsOf, filterText } from '../../parts/filter-text.js';
import { Icon } from '../../parts/icon.js';
import { JOB_STATES, type JobStatus } from '../../parts/job-state.js';
import { List } from '../../parts/list.js';
import { MenuButton } from '../../parts/menu.js';
import { cappedText } from '../../parts/number.js';
import { PageHead } from '../../parts/page.js';
import { Silhouette } from '../../parts/state.js';
import { Tabs } from '../../parts/tabs.js';
import { WithDrawer } from '../../parts/drawer.js';
import { useCommands } from '../../shell/palette.js';
import { switchDensity } from '../../shell/preferences.js';
import { href, navigate, query as address, setQuery } from '../../shell/router.js';
import { changeJobs } from './bulk.js';
import { DEFAULT_COLUMNS, JOB_COLUMNS, PRIORITIES } from './job-columns.js';
import { exportJobs } from './export.js';
import { JobDrawer } from './job-drawer.js';
import { type JobQuery, readFilter, withStatus } from './job-filter.js';
import { JOB_QUALIFIERS } from './qualifiers.js';
import { Strip } from './strip.js';

export default function Jobs(): JSX.Element {
  const text = address.value.get('filter') ?? '';
  const peeked = address.value.get('peek') ?? undefined;
  const columns = address.value.get('columns')?.split(',') ?? DEFAULT_COLUMNS;
  const { query, problems } = readFilter(text);
  const isValid = problems.length === 0;
  const pages = usePages(isValid ? '/v1/jobs' : null, { query }, { id: ({ id }) => id, live: ['job'] });
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const [matched, setMatched] = useState<string>();
  const clear = (): void => {
    select(new Set());
    setAll(false);
  };
  const setFilter = (next: string): void => {
    clear();
    setQuery({ filter: next, peek: null });
  };
  const canChange = may('jobs:write');
  const change = async (action: 'retry' | 'cancel' | 'delete' | 'priority', priority?: number): Promise<void> => {
    const filter: JobQuery = isAll ? query : { id: [...selected] };
    await changeJobs({
      action,
      filter,
      filterText: isAll ? text : 'your selection',
      ...(priority === undefined ? {} : { priority }),
    });
    clear();
    pages.reload();
  };
  useCommands(
    canChange && matched !== undefined && isValid
      ? [
          {
            label: `Retry the ${matched} jobs that match`,
            icon: 'retry',
            note: 'asks first',
            run: () => void changeJobs({ action: 'retry', filter: query, filterText: text }),
          },
        ]
      : [],
  );
  const shown = JOB_COLUMNS.filter(({ id }) => columns.includes(id));
  return (
    <>
      <PageHead title="Jobs" trail={[{ label: 'Work' }]}>
        <ColumnPicker columns={columns} />
        <button
          class="btn btn-i"
          type="button"
          aria-label="Density of rows"
          title="Density of rows (D)"
          onClick={switchDensity}
        >
          <Icon name="density" />
        </button>
        <button class="btn" type="button" onClick={() => void exportJobs(query)}>
          <Icon name="download" />
          Export
        </button>
      </PageHead>
      <StateTabs text={text} />
      <FilterBar
        text={text}
        qualifiers={JOB_QUALIFIERS}
        onChange={setFilter}
        placeholder="Filter: status:failed queue:parse age:<24h, or words of an error"
      />
      {problems.map((problem) => (
        <p key={problem} class="filter-problem" role="alert">
          {problem}
        </p>
      ))}
      <WithDrawer
        drawer={peeked !== undefined && <JobDrawer key={peeked} id={peeked} onClose={() => setQuery({ peek: null })} />}
      >
        <List
          pages={pages}
          noun="job"
          label="Jobs"
          className="jobs-t"
          columns={shown}
          id={({ id }: Schemas['Job']) => id}
          current={peeked}
          onPeek={({ id }) => setQuery({ peek: id }, { replace: peeked !== undefined })}
          onOpen={({ id }) => navigate(href(`/jobs/${id}`))}
          selection={
            canChange
              ? {
                  ids: isAll ? new Set(pages.items.map(({ id }) => id)) : selected,
                  set: (ids) => {
                    setAll(false);
                    select(ids);
                  },
                }
              : undefined
          }
          empty={<NoJobs text={text} />}
          above={
            isValid && (
              <Strip
                query={query}
                text={text}
                onCount={(count) => count !== matched && setTimeout(() => setMatched(count))}
              />
            )
          }
        />
      </WithDrawer>
      {(selected.size > 0 || isAll) && (
        <BulkBar count={selected.size} total={matched} isAll={isAll} onAll={() => setAll(true)} onClear={clear}>
          <button class="btn" type="button" onClick={() => void change('retry')}>
            <Icon name="retry" />
            Retry…
          </button>
          <button class="btn" type="button" onClick={() => void change('cancel')}>
            <Icon name="x" />
            Cancel…
          </button>
          <MenuButton
            label="Change the priority"
            button={
              <>
                <Icon name="flag" />
                Priority…
              </>
            }
          >
            {(close) =>
              [0, 1, 2, 3].map((priority) => (
                <button
                  key={priority}
                  type="button"
                  onClick={() => {
                    close();
                    void change('priority', priority);
                  }}
                >
                  {PRIORITIES[priority]}
                </button>
              ))
            }
          </MenuButton>
          <button class="btn" type="button" onClick={() => void change('delete')}>
            <Icon name="trash" />
            Delete…
          </button>
        </BulkBar>
      )}
    </>
  );
}

/** The states as places. They are the same filter as `status:` in the bar. */
function StateTabs({ text }: { readonly text: string }): JSX.Element {
  const counts = useGet('/v1/job-counts', {}, { live: ['job'] });
  const { status = [] } = readFilter(text).query;
  const all = Object.values(counts.data ?? {});
  const total = { count: all.reduce((sum, { count }) => sum + count, 0), capped: all.some(({ capped }) => capped) };
  const tabs = [
    {
      id: '',
      label: 'All',
      count: counts.data && cappedText(total),
      to: href('/jobs', { filter: withStatus(text, undefined) }),
    },
    ...Object.entries(JOB_STATES).map(([id, { shape, word }]) => {
      const count = counts.data?.[id as JobStatus];
      return {
        id,
        label: (
          <>
            <Silhouette shape={shape} />
            {word}
          </>
        ),
        count: count && cappedText(count),
        to: href('/jobs', { filter: withStatus(text, id) }),
      };
    }),
  ];
  return <Tabs tabs={tabs} current={status.length === 1 ? (status[0] as string) : ''} label="States" />;
}

function ColumnPicker({ columns }: { readonly columns: readonly string[] }): JSX.Element {
  const toggle = (id: string): void => {
    const next = columns.includes(id) ? columns.filter((one) => one !== id) : [...columns, id];
    setQuery({ columns: next.length === 0 ? null : next.join(',') }, { replace: true });
  };
  return (
    <MenuButton
      label="Columns"
      button={
        <>
          <Icon name="columns" />
          Columns
        </>
      }
    >
      {() =>
        JOB_COLUMNS.map(({ id, head }) => (
          <label key={id}>
            <input class="check" type="checkbox" checked={columns.includes(id)} onChange={() => toggle(id)} />
            {head}
          </label>
        ))
      }
    </MenuButton>
  );
}

function NoJobs({ text }: { readonly text: string }): JSX.Element {
  const chips = chipsOf(text);
  if (chips.length === 0) {
    return (
      <Empty icon="jobs" title="No jobs yet" command="casparian scan inbox --auto">
        Drop a file, or scan a folder:
      </Empty>
    );
  }
  return (
    <Empty title="No job matches">
      Remove a filter:{' '}
      {chips.map((chip, at) => (
        <a
          key={at}
          class="prose-link one-filter"
          href={href('/jobs', { filter: filterText(chips.filter((_, other) => other !== at)) })}
        >
          <code class="plain">{filterText([chip])}</code>
        </a>
      ))}
    </Empty>
  );
}
