import type { Database } from '../../database/index.js';
import { JOB_STATUSES } from '../job.js';
import type { DatabaseCheck, Finding } from './finding.js';
import { type Invariant, JOB_INVARIANTS } from './job-invariants.js';

const MAX_EXAMPLES = 5;

/** What can be said about the rows, once the schema is known to be ours. */
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
  return [{ check: name, severity, message: `${count} ${message}`, count, examples: examples.map((one) => one.key) }];
}

/** Accepted = pending + running + every way to end. One statement, so that jobs in motion are counted once. */
async function ledger(database: Database): Promise<Finding[]> {
  const sums = JOB_STATUSES.map((status) => `count(CASE WHEN status = '${status}' THEN 1 END)`).join(' + ');
  const [row] = await database.query<{ accepted: number; accounted: number }>(
    `SELECT count(*) AS accepted, ${sums} AS accounted FROM cf_jobs`,
  );
  if (!row || row.accepted === row.accounted) return [];
  const message = `The ledger does not balance: ${row.accepted} jobs were accepted, ${row.accounted} are accounted for`;
  return [{ check: 'ledger', severity: 'damage', message }];
}
