import { defineJob, type Engine } from '../../../src/engine/index.js';

export const TENANT = 'acme';
const NOTHING = defineJob({ type: 'nothing', run: () => undefined });

/** Adds jobs that are in a state already. */
export async function addJobs(
  engine: Engine,
  count: number,
  { status, tenant = TENANT, type = NOTHING.type }: { status: string; tenant?: string; type?: string },
): Promise<void> {
  const payloads = Array.from({ length: count }, () => ({}));
  await engine.enqueueMany({ ...NOTHING, type }, payloads, { tenant });
  if (status === 'pending') return;
  await engine.database.query(
    `UPDATE cf_jobs SET status = '${status}', finished_at = created_at
      WHERE status = 'pending' AND type = '${type}' AND tenant = '${tenant}'`,
  );
}

/** Adds quarantined rows of one job. */
export async function addRows(engine: Engine, count: number, errorType: string): Promise<void> {
  const rows = Array.from({ length: count }, (_, row) => {
    const id = `${errorType}-${String(row).padStart(6, '0')}`;
    const place = `'${id}', '${TENANT}', 'job-${errorType}', 'f', 'sales', 'sales', '/s', ${row}`;
    return `(${place}, 'x', '${errorType}', 'm', '[]', '{}', 'quarantined', 1)`;
  });
  await engine.database.query(
    `INSERT INTO cf_quarantine (id, tenant, job_id, file_id, parser, output, source, row_number, column_name, error_type,
      error_message, errors, raw_data, status, created_at) VALUES ${rows.join(', ')}`,
  );
}

/** The number of jobs by tenant and status, without bulk operations and replays. */
export async function jobsByStatus(engine: Engine): Promise<Record<string, number>> {
  const rows = await engine.database.query<{ tenant: string; status: string; n: number }>(
    `SELECT tenant, status, count(*) AS n FROM cf_jobs WHERE type IN ('nothing', 'mail') GROUP BY tenant, status`,
  );
  return Object.fromEntries(rows.map(({ tenant, status, n }) => [`${tenant} ${status}`, n]));
}

export async function changedSoFar(engine: Engine, id: string): Promise<number> {
  const [row] = await engine.database.query<{ changed: number }>(`SELECT changed FROM cf_bulk WHERE job_id = '${id}'`);
  return row?.changed ?? 0;
}
