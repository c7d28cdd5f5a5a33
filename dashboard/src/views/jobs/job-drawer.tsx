import type { JSX } from 'preact';
import { useGet } from '../../data/use-get.js';
import { Drawer } from '../../parts/drawer.js';
import { Facts } from '../../parts/facts.js';
import { Failure } from '../../parts/failure.js';
import { JobState } from '../../parts/job-state.js';
import { JsonTree } from '../../parts/json-tree.js';
import { Id } from '../../parts/number.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Time } from '../../parts/time.js';
import { href } from '../../shell/router.js';
import { JobActions } from '../job/job-actions.js';
import { JobName, PRIORITIES } from './job-columns.js';

/** A look at a job beside the list. */
export function JobDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }): JSX.Element {
  const job = useGet('/v1/jobs/{id}', { params: { id } }, { live: ['job'] });
  const { data } = job;
  return (
    <Drawer
      title={
        data ? (
          <h2 class="cut">
            <a href={href(`/jobs/${id}`)}>
              <JobName job={data} />
            </a>
          </h2>
        ) : (
          <Id id={id} />
        )
      }
      onClose={onClose}
      foot={
        data && (
          <>
            <a class="btn" href={href(`/jobs/${id}`)}>
              Open
            </a>
            <JobActions job={data} onDone={job.reload} isShort />
          </>
        )
      }
    >
      {job.error && <Failure error={job.error} />}
      {job.isLoading && <Skeleton />}
      {data && (
        <>
          <div class="sec">
            <Facts
              facts={[
                ['State', <JobState key="state" job={data} />],
                ['Queue', data.queue],
                ['Priority', PRIORITIES[data.priority] ?? data.priority],
                ['Attempts', `${data.attempts} of ${data.max_attempts}`],
                ['Created', <Time key="created" at={data.created_at} />],
                ['Ended', <Time key="ended" at={data.finished_at} />],
                ['Id', <Id key="id" id={data.id} />],
              ]}
            />
          </div>
          {data.error && (
            <div class="sec">
              <h3>Last error</h3>
              <p>
                <code>{data.error.code}</code>
              </p>
              <p class="soft pre">{data.error.message}</p>
            </div>
          )}
          <div class="sec">
            <h3>Payload</h3>
            <JsonTree value={data.payload} />
          </div>
          {data.result !== null && (
            <div class="sec">
              <h3>Result</h3>
              <JsonTree value={data.result} />
            </div>
          )}
        </>
      )}
    </Drawer>
  );
}
