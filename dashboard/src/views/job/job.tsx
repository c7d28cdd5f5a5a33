import './job.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { useGet } from '../../data/use-get.js';
import { CopyButton, copyText } from '../../parts/copy.js';
import { Facts } from '../../parts/facts.js';
import { Failure } from '../../parts/failure.js';
import { Icon } from '../../parts/icon.js';
import { JobState } from '../../parts/job-state.js';
import { jsonText, JsonTree } from '../../parts/json-tree.js';
import { Id, shortId } from '../../parts/number.js';
import { Card, PageHead } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Timeline } from '../../parts/timeline.js';
import { now, Time } from '../../parts/time.js';
import { useCommands } from '../../shell/palette.js';
import { href } from '../../shell/router.js';
import type { ViewProps } from '../../views.js';
import { JobName, jobNameText, PRIORITIES } from '../jobs/job-columns.js';
import { Attempts } from './attempts.js';
import { JobActions } from './job-actions.js';
import { JobLineage } from './job-lineage.js';
import { JobLog } from './job-log.js';
import { Related } from './related.js';
import { stepsOf } from './timeline-steps.js';
import { WhyText } from './why-text.js';

export default function JobPage({ params }: ViewProps): JSX.Element {
  const id = params['id'] ?? '';
  const job = useGet('/v1/jobs/{id}', { params: { id } }, { live: ['job'] });
  const trail = [{ label: 'Jobs', to: '/jobs' }];
  if (!job.data) {
    return (
      <>
        <PageHead title={shortId(id)} trail={trail} />
        {job.error ? <Failure error={job.error} onRetry={job.reload} /> : <Skeleton />}
      </>
    );
  }
  return <LoadedJob job={job.data} reload={job.reload} />;
}

function LoadedJob({ job, reload }: { readonly job: Schemas['JobDetails']; readonly reload: () => void }): JSX.Element {
  const command = `casparian job show ${job.id}`;
  useCommands([
    { label: 'Copy this job as a command', icon: 'copy', run: () => void copyText(command, 'Command copied') },
  ]);
  const title = jobNameText(job);
  return (
    <>
      <PageHead
        title={title}
        heading={<JobName job={job} />}
        sub={<JobState job={job} isPill />}
        trail={[{ label: 'Jobs', to: '/jobs' }]}
      >
        <button
          class="btn only-wide"
          type="button"
          title={command}
          onClick={() => void copyText(command, 'Command copied')}
        >
          <Icon name="copy" />
          Copy as command
        </button>
        <JobActions job={job} onDone={reload} />
      </PageHead>
      <div class="stack">
        <section class="card" aria-label="What happened">
          <WhyText job={job} />
          <div class="hr" />
          <Timeline steps={stepsOf(job, now.value)} />
          <Progress job={job} />
        </section>
        <JobLineage job={job} />
        <div class="cols c-job">
          <div class="stack">
            <Attempts job={job} />
            <JobLog job={job} />
            <Related job={job} />
          </div>
          <div class="stack">
            <JsonCard title="Payload" value={job.payload} />
            {job.result !== null && <JsonCard title="Result" value={job.result} />}
            <Card title="Details">
              <div class="card-b">
                <Facts
                  facts={[
                    [
                      'Id',
                      <span key="id" class="row gap-4">
                        <Id id={job.id} />
                        <CopyButton text={job.id} label="Copy the id" />
                      </span>,
                    ],
                    [
                      'Queue',
                      <a key="queue" href={href('/jobs', { filter: `queue:${job.queue}` })}>
                        {job.queue}
                      </a>,
                    ],
                    ['Priority', PRIORITIES[job.priority] ?? job.priority],
                    ['Tenant', job.tenant],
                    ['Created', <Time key="created" at={job.created_at} />],
                    ['Due', <Time key="due" at={job.run_at} />],
                    ['Fence', job.fence],
                    job.lease_owner !== null && ['Worker', job.lease_owner],
                    job.idempotency_key !== null && ['Idempotency key', <code key="key">{job.idempotency_key}</code>],
                    job.correlation_id !== null && [
                      'Request',
                      <a key="request" href={href('/jobs', { filter: `correlation:${job.correlation_id}` })}>
                        <code>{shortId(job.correlation_id)}</code>
                      </a>,
                    ],
                    job.spec_hash !== null && ['Specification', <Id key="spec" id={job.spec_hash} />],
                  ]}
                />
              </div>
            </Card>
          </div>
        </div>
      </div>
    </>
  );
}

function Progress({ job }: { readonly job: Schemas['JobDetails'] }): JSX.Element | null {
  const { done, total, message } = (job.progress ?? {}) as { done?: number; total?: number; message?: string };
  if (job.status !== 'running' || job.progress === null) return null;
  const share = typeof done === 'number' && typeof total === 'number' && total > 0 ? done / total : undefined;
  return (
    <div class="progress">
      {share !== undefined && (
        <svg
          class="hbar"
          viewBox="0 0 100 6"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${Math.round(share * 100)} %`}
        >
          <rect class="f-line" width="100" height="6" />
          <rect class="f-running" width={Math.max(1, share * 100)} height="6" />
        </svg>
      )}
      <span class="soft">{message ?? (share === undefined ? '' : `${Math.round(share * 100)} %`)}</span>
    </div>
  );
}

function JsonCard({ title, value }: { readonly title: string; readonly value: unknown }): JSX.Element {
  const [isRaw, setRaw] = useState(false);
  return (
    <Card
      title={title}
      more={
        <>
          <button class="link-q" type="button" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
            Raw
          </button>
          <CopyButton text={jsonText(value)} label={`Copy the ${title.toLowerCase()}`} />
        </>
      }
    >
      {isRaw ? <pre class="json pre">{jsonText(value)}</pre> : <JsonTree value={value} />}
    </Card>
  );
}
