import type { JSX } from 'preact';
import type { Schemas } from '../../../../src/client/index.js';
import { JobState } from '../../parts/job-state.js';
import { Id } from '../../parts/number.js';
import type { Column } from '../../parts/table.js';
import { durationText, now, Time } from '../../parts/time.js';
import { href } from '../../shell/router.js';

type Job = Schemas['Job'];

/** What a job is: its type, and the file or thing that it is about. */
export function JobName({ job }: { readonly job: Pick<Job, 'type' | 'label'> }): JSX.Element {
  if (job.label === null) return <>{job.type}</>;
  return (
    <>
      {job.type} <span class="from">from</span> <span title={job.label}>{shortLabel(job.label)}</span>
    </>
  );
}

/** A path without its folders. */
export function shortLabel(label: string): string {
  return label.split(/[/\\]/).filter(Boolean).at(-1) ?? label;
}

export const JOB_COLUMNS: readonly Column<Job>[] = [
  { id: 'state', phone: 'state', head: 'State', cell: (job) => <JobState job={job} /> },
  {
    id: 'job',
    phone: 'name',
    head: 'Job',
    isWide: true,
    cell: (job) => (
      <a class="main" href={href(`/jobs/${job.id}`)}>
        <JobName job={job} />
      </a>
    ),
  },
  {
    id: 'error',
    phone: 'detail',
    head: 'Error',
    isWide: true,
    rank: 2,
    cell: ({ error }) =>
      error && (
        <span title={error.message}>
          <code>{error.code}</code> <span class="muted">{error.message.split('\n')[0]}</span>
        </span>
      ),
  },
  { id: 'queue', head: 'Queue', rank: 3, cell: ({ queue }) => queue },
  {
    id: 'attempts',
    head: 'Attempts',
    isNumber: true,
    rank: 3,
    cell: ({ attempts, max_attempts: most, started_at: started }) =>
      `${Math.max(attempts, started === null ? 0 : 1)}/${most}`,
  },
  { id: 'took', head: 'Took', isNumber: true, rank: 3, cell: (job) => took(job) },
  { id: 'worker', head: 'Worker', rank: 3, cell: ({ error }) => error?.worker ?? '' },
  { id: 'priority', head: 'Priority', rank: 3, cell: ({ priority }) => PRIORITIES[priority] ?? priority },
  { id: 'created', head: 'Created', isNumber: true, rank: 3, cell: ({ created_at: at }) => <Time at={at} /> },
  {
    id: 'ended',
    phone: 'side',
    head: 'Ended',
    isNumber: true,
    cell: (job) =>
      job.finished_at ? (
        <Time at={job.finished_at} />
      ) : job.status === 'pending' ? (
        <Time at={job.run_at} />
      ) : (
        <span class="muted">runs</span>
      ),
  },
  { id: 'id', head: 'Id', rank: 3, cell: ({ id }) => <Id id={id} /> },
];

export const PRIORITIES: Readonly<Record<number, string>> = { 0: 'critical', 1: 'high', 2: 'normal', 3: 'low' };

/** Shown unless the person chooses others. */
export const DEFAULT_COLUMNS = ['state', 'job', 'error', 'attempts', 'took', 'ended', 'id'];

function took({ started_at: started, finished_at: finished, status }: Job): string {
  if (started === null) return '–';
  if (finished === null && status !== 'running') return '–';
  const end = finished === null ? now.value : Date.parse(finished);
  return durationText(Math.max(0, end - Date.parse(started)));
}
