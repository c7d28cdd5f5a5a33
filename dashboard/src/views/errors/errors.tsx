import type { JSX } from 'preact';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { may } from '../../data/session.js';
import { useGet } from '../../data/use-get.js';
import { confirm } from '../../parts/dialog.js';
import { Drawer, WithDrawer } from '../../parts/drawer.js';
import { Empty } from '../../parts/empty.js';
import { Facts } from '../../parts/facts.js';
import { Failure } from '../../parts/failure.js';
import { Icon } from '../../parts/icon.js';
import { counted, numberText } from '../../parts/number.js';
import { PageHead } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Table } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { href, query as address, setQuery } from '../../shell/router.js';
import { Attempts } from '../job/attempts.js';

interface Group {
  readonly type: string;
  readonly code: string | null;
  readonly message: string | null;
  readonly count: number;
  readonly first_finished_at: string | null;
  readonly last_finished_at: string | null;
  readonly example: { readonly id: string };
}

/** Failed and dead jobs, grouped by what went wrong: one line, one cause. */
export default function Errors(): JSX.Element {
  const triage = useGet('/v1/triage', { query: { limit: 200 } }, { live: ['job'] });
  const groups: readonly Group[] = triage.data?.groups ?? [];
  const peeked = address.value.get('peek') ?? undefined;
  const open = groups.find((group) => keyOf(group) === peeked);
  return (
    <>
      <PageHead
        title="Errors"
        trail={[{ label: 'Work' }]}
        sub={
          triage.data && triage.data.total > 0
            ? `${counted(triage.data.total, 'job')} failed for ${counted(groups.length, 'reason')}`
            : undefined
        }
      />
      {triage.error && <Failure error={triage.error} onRetry={triage.reload} />}
      {triage.isLoading && <Skeleton rows={8} />}
      {triage.data && groups.length === 0 && (
        <div class="card">
          <Empty icon="errors" title="Nothing has failed">
            Failed jobs appear here, grouped by their cause.
          </Empty>
        </div>
      )}
      {groups.length > 0 && (
        <WithDrawer drawer={open && <GroupDrawer key={peeked} group={open} onDone={triage.reload} />}>
          <div class="card clip">
            <Table
              label="Errors"
              rows={groups}
              id={keyOf}
              current={peeked}
              onPeek={(group) => setQuery({ peek: keyOf(group) }, { replace: peeked !== undefined })}
              columns={[
                {
                  id: 'code',
                  phone: 'name',
                  head: 'Error',
                  cell: ({ code }) => <code class="main">{code ?? 'unknown'}</code>,
                },
                {
                  id: 'message',
                  phone: 'detail',
                  head: 'Message',
                  isWide: true,
                  rank: 2,
                  cell: ({ message }) => <span title={message ?? ''}>{message?.split('\n')[0]}</span>,
                },
                { id: 'type', head: 'Type', cell: ({ type }) => type },
                {
                  id: 'first',
                  head: 'First',
                  isNumber: true,
                  rank: 3,
                  cell: ({ first_finished_at: at }) => <Time at={at} />,
                },
                {
                  id: 'last',
                  phone: 'side',
                  head: 'Last',
                  isNumber: true,
                  rank: 2,
                  cell: ({ last_finished_at: at }) => <Time at={at} />,
                },
                {
                  id: 'count',
                  phone: 'state',
                  head: 'Jobs',
                  isNumber: true,
                  cell: (group) => (
                    <a class="main" href={jobsOf(group)}>
                      {numberText(group.count)}
                    </a>
                  ),
                },
              ]}
            />
          </div>
        </WithDrawer>
      )}
    </>
  );
}

function GroupDrawer({ group, onDone }: { readonly group: Group; readonly onDone: () => void }): JSX.Element {
  const example = useGet('/v1/jobs/{id}', { params: { id: group.example.id } });
  const jobs = counted(group.count, 'job');
  const change = async (action: 'retry' | 'cancel'): Promise<void> => {
    const isRetry = action === 'retry';
    const isSure = await confirm({
      title: isRetry ? `Retry ${jobs}?` : `Dismiss ${jobs}?`,
      text: isRetry
        ? 'They run again with fresh attempts. Their errors are kept.'
        : 'They end as cancelled and leave this page. They can be retried from the list of jobs.',
      ...{ yes: isRetry ? `Retry ${jobs}` : `Dismiss ${jobs}`, no: 'Leave them' },
    });
    if (!isSure) return;
    const body = {
      type: [group.type],
      ...(group.code === null ? {} : { code: group.code }),
      ...(group.message ? { message: group.message.slice(0, 1_000) } : {}),
    };
    const path = isRetry ? '/v1/triage/retry' : '/v1/triage/cancel';
    await act(() => client.post(path, { body }), {
      done: ({ retried, cancelled }) =>
        isRetry
          ? `${counted(retried ?? 0, 'job')} ${retried === 1 ? 'goes' : 'go'} again`
          : `${counted(cancelled ?? 0, 'job')} dismissed`,
    });
    setQuery({ peek: null });
    onDone();
  };
  return (
    <Drawer
      title={
        <h2>
          <code>{group.code ?? 'unknown'}</code>
        </h2>
      }
      onClose={() => setQuery({ peek: null })}
      foot={
        <>
          {may('jobs:write') && (
            <>
              <button class="btn btn-1" type="button" onClick={() => void change('retry')}>
                <Icon name="retry" />
                Retry {jobs}…
              </button>
              <button class="btn" type="button" onClick={() => void change('cancel')}>
                Dismiss…
              </button>
            </>
          )}
          <a class="btn" href={jobsOf(group)}>
            Show
          </a>
        </>
      }
    >
      <div class="sec">
        <p class="pre">{group.message}</p>
      </div>
      <div class="sec">
        <Facts
          facts={[
            ['Type', group.type],
            [
              'Jobs',
              <a key="jobs" href={jobsOf(group)}>
                {numberText(group.count)}
              </a>,
            ],
            ['First', <Time key="first" at={group.first_finished_at} />],
            ['Last', <Time key="last" at={group.last_finished_at} />],
            [
              'Example',
              <a key="example" class="prose-link" href={href(`/jobs/${group.example.id}`)}>
                {group.example.id}
              </a>,
            ],
          ]}
        />
      </div>
      {example.data && <Attempts job={example.data} />}
    </Drawer>
  );
}

function keyOf({ type, code, message }: Group): string {
  return [type, code ?? '', (message ?? '').slice(0, 80)].join('|');
}

function jobsOf({ type, code }: Group): string {
  return href('/jobs', { filter: `status:failed,dead_letter type:${type}${code === null ? '' : ` error:${code}`}` });
}
