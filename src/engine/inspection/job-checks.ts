import type { Database, Dialect } from '../../database/index.js';
import { JOB_STATUSES } from '../job.js';
import type { DatabaseCheck, Finding } from './finding.js';

const MAX_EXAMPLES = 5;

/** The checks of the rows. The schema must be current. */
export function jobChecks(database: Database): DatabaseCheck[] {
  const applicable = JOB_INVARIANTS.filter(({ only }) => only === undefined || only === database.dialect);
  return [
    ...applicable.map((invariant) => ({ name: invariant.name, run: () => violations(database, invariant) })),
    { name: 'ledger', run: () => ledger(database) },
  ];
}

async function violations(database: Database, invariant: Invariant): Promise<Finding[]> {
  const { name, severity, message, table, key, broken } = invariant;
  const [row] = await database.query<{ count: number }>(`SELECT count(*) AS count FROM ${table} WHERE ${broken}`);
  const count = row?.count ?? 0;
  if (count === 0) return [];
  const examples = await database.query<{ key: string }>(
    `SELECT DISTINCT ${key} AS key FROM ${table} WHERE ${broken} ORDER BY ${key} LIMIT ${MAX_EXAMPLES}`,
  );
  return [{ check: name, severity, message: `${message} (${count})`, count, examples: examples.map((one) => one.key) }];
}

/** Accepted = pending + running + all final statuses. One statement, so that jobs in motion are counted once. */
async function ledger(database: Database): Promise<Finding[]> {
  const sums = JOB_STATUSES.map((status) => `count(CASE WHEN status = '${status}' THEN 1 END)`).join(' + ');
  const [row] = await database.query<{ accepted: number; accounted: number }>(
    `SELECT count(*) AS accepted, ${sums} AS accounted FROM cf_jobs`,
  );
  if (!row || row.accepted === row.accounted) return [];
  const message = `The ledger does not balance: ${row.accepted} jobs were accepted, ${row.accounted} are accounted for`;
  return [{ check: 'ledger', severity: 'damage', message }];
}

interface Invariant {
  readonly name: string;
  readonly severity: Finding['severity'];
  /** Describes the rows that were found, in the plural. */
  readonly message: string;
  readonly table: 'cf_jobs' | 'cf_job_logs';
  /** The column that identifies a row in reports. */
  readonly key: 'id' | 'job_id';
  /** SQL that is true for a row that breaks it. */
  readonly broken: string;
  /** The only database that can break it; in the other, column types prevent it. */
  readonly only?: Dialect;
}

const STATUS_LIST = JOB_STATUSES.map((status) => `'${status}'`).join(', ');

/**
 * Invariants of every job. The CHECKs of the schema guard most of them on every write; this finds rows that bypassed
 * them: a restored dump, a manual UPDATE with the checks off, a damaged page.
 */
const JOB_INVARIANTS: readonly Invariant[] = [
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
      'jobs contain text that is not JSON',
      ['payload', 'progress', 'result', 'errors'].map((column) => `json_valid(${column}) = 0`).join(' OR '),
    ),
    only: 'sqlite',
  },
  {
    ...jobs(
      'expired-leases',
      'jobs are held by a worker that stopped renewing; the next active worker takes them over',
      `status = 'running' AND lease_expires_at < cf_now()`,
    ),
    severity: 'notice',
  },
  {
    name: 'logs-have-a-job',
    severity: 'notice',
    message: 'log lines belong to jobs that do not exist',
    table: 'cf_job_logs',
    key: 'job_id',
    broken: 'job_id NOT IN (SELECT CAST(id AS TEXT) FROM cf_jobs)',
  },
];

function jobs(name: string, message: string, broken: string): Invariant {
  return { name, severity: 'damage', message, table: 'cf_jobs', key: 'id', broken };
}
