import type { Dialect } from '../../database/index.js';
import { JOB_STATUSES } from '../job.js';
import type { Finding } from './finding.js';

export interface Invariant {
  readonly name: string;
  readonly severity: Finding['severity'];
  /** What the rows found have in common, in the plural. */
  readonly message: string;
  readonly table: 'cf_jobs' | 'cf_job_logs';
  /** The column that names a row to a person. */
  readonly key: 'id' | 'job_id';
  /** SQL that is true for a row that breaks it. */
  readonly broken: string;
  /** Only this database can break it; the other's column types rule it out. */
  readonly only?: Dialect;
}

const STATUS_LIST = JOB_STATUSES.map((status) => `'${status}'`).join(', ');

/**
 * What holds for every job at every moment. The schema's CHECKs guard most of it on every write; this finds rows that
 * came in around them: a restored dump, a hand-typed UPDATE with the checks off, a damaged page.
 */
export const JOB_INVARIANTS: readonly Invariant[] = [
  jobs('known-status', 'jobs are in a state that does not exist', `status NOT IN (${STATUS_LIST})`),
  jobs(
    'running-is-leased',
    'jobs run without a lease, or hold one without running',
    `(status = 'running') <> (lease_owner IS NOT NULL AND lease_expires_at IS NOT NULL)`,
  ),
  jobs(
    'finished-has-a-time',
    'jobs are finished without a time, or have one without being finished',
    `(status IN ('pending', 'running')) = (finished_at IS NOT NULL)`,
  ),
  jobs(
    'attempts-left',
    'jobs wait or run with no attempt left',
    `status IN ('pending', 'running') AND attempts >= max_attempts`,
  ),
  jobs('crashes-are-attempts', 'jobs have more crashes than attempts', 'crashes > attempts'),
  jobs('claimed-is-fenced', 'jobs were started without a fence', 'started_at IS NOT NULL AND fence < 1'),
  jobs('known-priority', 'jobs have a priority outside 0 to 3', 'priority NOT BETWEEN 0 AND 3'),
  {
    ...jobs(
      'readable-json',
      'jobs hold text that is not JSON',
      ['payload', 'progress', 'result', 'errors'].map((column) => `json_valid(${column}) = 0`).join(' OR '),
    ),
    only: 'sqlite',
  },
  {
    ...jobs(
      'expired-leases',
      'jobs are held by a worker that stopped renewing; the next worker to look takes them over',
      `status = 'running' AND lease_expires_at < cf_now()`,
    ),
    severity: 'notice',
  },
  {
    name: 'logs-have-a-job',
    severity: 'notice',
    message: 'log lines belong to jobs that are gone',
    table: 'cf_job_logs',
    key: 'job_id',
    broken: 'job_id NOT IN (SELECT CAST(id AS TEXT) FROM cf_jobs)',
  },
];

function jobs(name: string, message: string, broken: string): Invariant {
  return { name, severity: 'damage', message, table: 'cf_jobs', key: 'id', broken };
}
