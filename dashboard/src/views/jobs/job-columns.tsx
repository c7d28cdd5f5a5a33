import type { JSX } from 'preact';
import type { Schemas } from '../../../../src/client/index.js';
import { JobState } from '../../parts/job-state.js';
import { Id, shortId } from '../../parts/number.js';
import type { Column } from '../../parts/table.js';
import { durationText, now, Time } from '../../parts/time.js';
import { href } from '../../shell/router.js';

type Job = Schemas['Job'];

/** What a job is: its type, and the file, program or thing that it is about. */
export function JobName({ job }: { readonly job: Pick<Job, 'type' | 'label'> }): JSX.Element {
  if (job.label === null) return <>{job.type}</>;
  const { word, about } = aboutOf(job.type, job.label);
  return (
    <>
      {job.type} <span class="from">{word}</span> <span title={job.label}>{about}</span>
    </>
  );
}

/** The same as plain text, for titles. */
export function jobNameText({ type, label }: Pick<Job, 'type' | 'label'>): string {
  if (label === null) return type;
  const { word, about } = aboutOf(type, label);
  return `${type} ${word} ${about}`;
}

/** A program in a title and in a list; the whole text is in the tooltip. */
const LONGEST = 60;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A path without its folders, the words of a command, or a short id. */
function aboutOf(type: string, label: string): { readonly word: string; readonly about: string } {
  if (type === 'task') {
    const [program = '', ...words] = label.split(' ');
    const about = [lastPart(program), ...words].join(' ');
    return { word: 'runs', about: about.length > LONGEST ? `${about.slice(0, LONGEST - 1)}…` : about };
  }
  return UUID.test(label) ? { word: 'for', about: shortId(label) } : { word: 'from', about: lastPart(label) };
}

function lastPart(path: string): string {
  return path.split(/[/\\]/).filter(Boolean).at(-1) ?? path;
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
    head: 'Error or warning',
    isWide: true,
    rank: 2,
    cell: ({ error, status, result }) =>
      error ? (
        <span title={error.message}>
          <code>{error.code}</code> <span class="muted">{error.message.split('\n')[0]}</span>
        </span>
      ) : (
        status === 'completed_with_warnings' && <span class="muted">{firstWarning(result)}</span>
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

function firstWarning(result: unknown): string {
  const { warnings } = (result ?? {}) as { readonly warnings?: unknown };
  return Array.isArray(warnings) ? String(warnings[0] ?? '') : '';
}

export const PRIORITIES: Readonly<Record<number, string>> = { 0: 'critical', 1: 'high', 2: 'normal', 3: 'low' };

/** Shown unless the person chooses others. */
export const DEFAULT_COLUMNS = ['state', 'job', 'error', 'attempts', 'took', 'ended', 'id'];

function took({ started_at: started, finished_at: finished, status }: Job): string {
  if (started === null) return '–';
  if (finished === null && status !== 'running') return '–';
  const end = finished === null ? now.value : Date.parse(finished);
  return durationText(Math.max(0, end - Date.parse(started)));
}
