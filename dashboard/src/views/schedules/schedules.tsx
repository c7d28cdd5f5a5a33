import '../job/job.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { may } from '../../data/session.js';
import { usePages } from '../../data/use-pages.js';
import { confirm } from '../../parts/dialog.js';
import { Drawer, WithDrawer } from '../../parts/drawer.js';
import { Empty } from '../../parts/empty.js';
import { Facts } from '../../parts/facts.js';
import { Icon } from '../../parts/icon.js';
import { JsonTree } from '../../parts/json-tree.js';
import { List } from '../../parts/list.js';
import { PageHead } from '../../parts/page.js';
import { Time } from '../../parts/time.js';
import { href, navigate, query as address, setQuery } from '../../shell/router.js';
import { cronWords } from './cron-words.js';
import { ScheduleDialog } from './schedule-dialog.js';

type Schedule = Schemas['Schedule'];

export default function Schedules(): JSX.Element {
  const pages = usePages('/v1/schedules', {}, { id: ({ name }) => name, live: ['schedule', 'job'] });
  const [edited, setEdited] = useState<{ readonly schedule: Schedule | undefined }>();
  const peeked = address.value.get('peek') ?? undefined;
  const open = pages.items.find(({ name }) => name === peeked);
  return (
    <>
      <PageHead title="Schedules" trail={[{ label: 'Work' }]}>
        {may('jobs:write') && (
          <button class="btn btn-1" type="button" onClick={() => setEdited({ schedule: undefined })}>
            Add a schedule
          </button>
        )}
      </PageHead>
      {edited && (
        <ScheduleDialog
          schedule={edited.schedule}
          onClose={() => {
            setEdited(undefined);
            pages.reload();
          }}
        />
      )}
      <WithDrawer
        drawer={
          open && (
            <ScheduleDrawer
              key={open.name}
              schedule={open}
              onEdit={() => setEdited({ schedule: open })}
              onDone={pages.reload}
            />
          )
        }
      >
        <List
          pages={pages}
          noun="schedule"
          label="Schedules"
          id={({ name }: Schedule) => name}
          current={peeked}
          onPeek={({ name }) => setQuery({ peek: name }, { replace: peeked !== undefined })}
          empty={
            <Empty
              icon="clock"
              title="No schedules yet"
              command={"casparian schedule add nightly --cron '0 3 * * *' --type scan"}
            >
              A schedule adds a job at fixed times:
            </Empty>
          }
          columns={[
            { id: 'name', phone: 'name', head: 'Schedule', cell: ({ name }) => <span class="main">{name}</span> },
            {
              id: 'when',
              phone: 'detail',
              head: 'When',
              isWide: true,
              cell: ({ cron, timezone }) => (
                <span title={`${cron} (${timezone})`}>
                  {cronWords(cron)} <span class="muted">{timezone}</span>
                </span>
              ),
            },
            { id: 'type', phone: 'state', head: 'Type', rank: 2, cell: ({ type }) => type },
            {
              id: 'last',
              head: 'Last',
              isNumber: true,
              rank: 2,
              cell: ({ last_run_at: at, last_job_id: job }) =>
                job === null ? (
                  <Time at={at} none="never" />
                ) : (
                  <a href={href(`/jobs/${job}`)}>
                    <Time at={at} />
                  </a>
                ),
            },
            {
              id: 'next',
              phone: 'side',
              head: 'Next',
              isNumber: true,
              cell: ({ next_run_at: at }) => <Time at={at} />,
            },
          ]}
        />
      </WithDrawer>
    </>
  );
}

function ScheduleDrawer({
  schedule,
  onEdit,
  onDone,
}: {
  readonly schedule: Schedule;
  readonly onEdit: () => void;
  readonly onDone: () => void;
}): JSX.Element {
  const { name, cron, timezone, type, queue, payload, catch_up: catchUp } = schedule;
  const runNow = async (): Promise<void> => {
    const job = await act(
      () =>
        client.post('/v1/jobs', {
          body: {
            type,
            queue,
            payload,
            priority: schedule.priority,
            max_attempts: schedule.max_attempts,
            allow_unknown_type: true,
          },
        }),
      { done: 'A job was added' },
    );
    if (job) navigate(href(`/jobs/${job.id}`));
  };
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Remove ${name}?`,
      text: 'No more jobs are added by it. Jobs that exist stay.',
      yes: 'Remove it',
      no: 'Keep it',
      isDanger: true,
    });
    if (!isSure) return;
    await act(() => client.delete('/v1/schedules/{name}', { params: { name } }), { done: `${name} is removed` });
    setQuery({ peek: null });
    onDone();
  };
  return (
    <Drawer
      title={<h2 class="cut">{name}</h2>}
      onClose={() => setQuery({ peek: null })}
      foot={
        may('jobs:write') && (
          <>
            <button class="btn" type="button" onClick={() => void runNow()}>
              <Icon name="play" />
              Run now
            </button>
            <button class="btn" type="button" onClick={onEdit}>
              <Icon name="edit" />
              Change
            </button>
            <button class="btn right" type="button" onClick={() => void remove()}>
              Remove…
            </button>
          </>
        )
      }
    >
      <div class="sec">
        <p class="lead-text">{cronWords(cron)}</p>
        <Facts
          facts={[
            ['Cron', <code key="cron">{cron}</code>],
            ['Time zone', timezone],
            ['Type', type],
            ['Queue', queue],
            [
              'After a pause',
              { latest: 'once for what was missed', all: 'each time that was missed', none: 'nothing that was missed' }[
                catchUp
              ],
            ],
            ['Next', <Time key="next" at={schedule.next_run_at} />],
            [
              'Last',
              schedule.last_job_id === null ? (
                'never'
              ) : (
                <a key="last" class="prose-link" href={href(`/jobs/${schedule.last_job_id}`)}>
                  <Time at={schedule.last_run_at} />
                </a>
              ),
            ],
          ]}
        />
      </div>
      <div class="sec">
        <h3>Payload</h3>
        <JsonTree value={payload} />
      </div>
    </Drawer>
  );
}
