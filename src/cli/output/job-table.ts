import { jobLabel } from '../../operations/index.js';
import type { JobRecord, JobStatus } from '../../engine/index.js';
import { formatDuration } from '../../platform/index.js';
import type { Output, Style } from './output.js';
import { type Column, renderTable } from './table.js';
import { relativeTime } from './time.js';

export const STATUS_STYLES: Readonly<Record<JobStatus, Style>> = {
  pending: 'cyan',
  running: 'bold',
  completed: 'green',
  completed_with_warnings: 'yellow',
  failed: 'red',
  dead_letter: 'red',
  cancelled: 'dim',
};

/** A table of jobs. Tenant and queue are shown if any job has a non-default one. */
export function jobTable(jobs: readonly JobRecord[], shortId: (id: string) => string, output: Output): string {
  const now = Date.now();
  const columns: Column<JobRecord>[] = [
    { title: 'ID', cell: (job) => shortId(job.id) },
    { title: 'TYPE', cell: (job) => job.type },
    { title: 'STATUS', cell: (job) => job.status, paint: (text, job) => output.paint(STATUS_STYLES[job.status], text) },
    ...(jobs.some((job) => job.tenant !== 'default')
      ? [{ title: 'TENANT', cell: (job: JobRecord) => job.tenant }]
      : []),
    ...(jobs.some((job) => job.queue !== 'default') ? [{ title: 'QUEUE', cell: (job: JobRecord) => job.queue }] : []),
    { title: 'ATTEMPTS', cell: attemptsOf, align: 'right' },
    { title: 'CREATED', cell: (job) => relativeTime(job.createdAt, now), align: 'right' },
    { title: 'NOTE', cell: (job) => noteOn(job, now) },
  ];
  return renderTable(columns, jobs, output.width);
}

/** Attempts that failed are counted in the database; people also count the one that succeeded or runs. */
export function attemptsOf({ status, attempts, maxAttempts, startedAt }: JobRecord): string {
  const isOneMore = status === 'running' || status === 'completed' || status === 'completed_with_warnings';
  return `${isOneMore && startedAt !== null ? attempts + 1 : attempts}/${maxAttempts}`;
}

/** The subject of the job, and the most important fact in its state. */
function noteOn(job: JobRecord, now: number): string {
  return [jobLabel(job), stateNote(job, now)].filter((part) => part !== '').join(': ');
}

/** The most important fact about a job in its state. */
export function stateNote(job: JobRecord, now: number): string {
  const lastError = job.errors.at(-1)?.message;
  switch (job.status) {
    case 'pending':
      if (job.attempts > 0 && job.runAt > now) return `retries ${relativeTime(job.runAt, now)}: ${lastError ?? ''}`;
      return job.runAt > now ? `due ${relativeTime(job.runAt, now)}` : '';
    case 'running':
      return [`on ${job.leaseOwner}`, progressOf(job), job.cancelRequestedAt === null ? '' : 'cancel requested']
        .filter((part) => part !== '')
        .join(', ');
    case 'failed':
    case 'dead_letter':
      return lastError ?? '';
    case 'completed':
    case 'completed_with_warnings':
      return [rowsOf(job), `took ${formatDuration((job.finishedAt ?? 0) - (job.startedAt ?? 0))}`]
        .filter((part) => part !== '')
        .join(', ');
    case 'cancelled':
      return '';
  }
}

function rowsOf({ result }: JobRecord): string {
  const { rows_valid: valid, rows_quarantined: bad } = (result ?? {}) as Record<string, unknown>;
  if (typeof valid !== 'number') return '';
  const quarantined = typeof bad === 'number' && bad > 0 ? `, ${bad.toLocaleString('en-US')} quarantined` : '';
  return `${valid.toLocaleString('en-US')} ${valid === 1 ? 'row' : 'rows'}${quarantined}`;
}

function progressOf({ progress }: JobRecord): string {
  const percent = progress?.fraction === undefined ? '' : `${Math.round(progress.fraction * 100)} %`;
  return [percent, progress?.message ?? ''].filter((part) => part !== '').join(' ');
}
