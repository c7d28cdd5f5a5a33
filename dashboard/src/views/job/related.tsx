import type { JSX } from 'preact';
import type { Schemas } from '../../../../src/client/index.js';
import { useGet } from '../../data/use-get.js';
import { JobState } from '../../parts/job-state.js';
import { Card } from '../../parts/page.js';
import { Time } from '../../parts/time.js';
import { href } from '../../shell/router.js';
import { JobName } from '../jobs/job-columns.js';

const SHOWN = 6;

/** Jobs that have to do with this one: its parent, those it enqueued, those of the same file or request. */
export function Related({ job }: { readonly job: Schemas['JobDetails'] }): JSX.Element | null {
  const path = (job.payload as { path?: unknown } | null)?.path;
  const parent = useGet(job.parent_job_id === null ? null : '/v1/jobs/{id}', {
    params: { id: job.parent_job_id ?? '' },
  });
  const children = useGet('/v1/jobs', { query: { parent: job.id, limit: SHOWN } }, { live: ['job'] });
  const sameFile = useGet(typeof path === 'string' ? '/v1/jobs' : null, {
    query: { payload: [`path=${String(path)}`], type: job.type, limit: SHOWN + 1 },
  });
  const others = (sameFile.data?.items ?? []).filter(({ id }) => id !== job.id);
  const groups = [
    { title: 'Enqueued by', jobs: parent.data ? [parent.data] : [], to: undefined },
    { title: 'It enqueued', jobs: children.data?.items ?? [], to: href('/jobs', { filter: `parent:${job.id}` }) },
    {
      title: 'Of the same file',
      jobs: others,
      to: typeof path === 'string' ? href('/jobs', { filter: `payload.path:"${path}"` }) : undefined,
    },
  ].filter(({ jobs }) => jobs.length > 0);
  if (groups.length === 0) return null;
  return (
    <Card title="Related jobs">
      {groups.map(({ title, jobs, to }) => (
        <div key={title} class="sec">
          <h3>{to === undefined ? title : <a href={to}>{title}</a>}</h3>
          <ul class="related">
            {jobs.slice(0, SHOWN).map((one) => (
              <li key={one.id}>
                <a class="cut" href={href(`/jobs/${one.id}`)}>
                  <JobName job={one} />
                </a>
                <JobState job={one} />
                <span class="muted">
                  <Time at={one.finished_at ?? one.created_at} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Card>
  );
}
