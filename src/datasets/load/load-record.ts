import { CasparianError } from '../../platform/index.js';
import type { Destination } from './destination.js';
import { quoted, tableSql, type TargetTable } from './target-table.js';

/** What a table is loaded from. */
export interface LoadOrigin {
  /** The identity of our database. */
  readonly source: string;
  readonly tenant: string;
  /** parser.output */
  readonly dataset: string;
}

export interface LoadRecord {
  /** Whether casparian created the table. */
  readonly isOurs: boolean;
  /** The jobs whose rows are in the table. */
  readonly jobs: ReadonlySet<string>;
}

/** The lock also covers the creation of these tables: two loads that begin together would collide otherwise. */
export async function lockTarget(destination: Destination, target: TargetTable): Promise<void> {
  const lock = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
  await destination.query(lock, [`casparian_loads in ${target.schema}`]);
  await destination.query(
    `CREATE TABLE IF NOT EXISTS ${tablesIn(target)} (
       table_name text PRIMARY KEY, source text NOT NULL, tenant text NOT NULL, dataset text NOT NULL,
       is_ours boolean NOT NULL, loaded_at timestamptz NOT NULL DEFAULT now())`,
  );
  await destination.query(
    `CREATE TABLE IF NOT EXISTS ${jobsIn(target)} (
       table_name text NOT NULL, job_id text NOT NULL, row_count bigint NOT NULL,
       loaded_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (table_name, job_id))`,
  );
}

/** Returns what was loaded; undefined for a new table. Fails if the table holds the rows of another dataset. */
export async function readRecord(
  destination: Destination,
  target: TargetTable,
  origin: LoadOrigin,
): Promise<LoadRecord | undefined> {
  const [known] = await destination.query<LoadOrigin & { is_ours: boolean }>(
    `SELECT source, tenant, dataset, is_ours FROM ${tablesIn(target)} WHERE table_name = $1`,
    [target.table],
  );
  if (known === undefined) return undefined;
  if (known.source !== origin.source || known.tenant !== origin.tenant || known.dataset !== origin.dataset) {
    throw otherDataset(target, known);
  }
  const jobs = await destination.query<{ job_id: string }>(
    `SELECT job_id FROM ${jobsIn(target)} WHERE table_name = $1`,
    [target.table],
  );
  return { isOurs: known.is_ours, jobs: new Set(jobs.map(({ job_id }) => job_id)) };
}

/** Forgets what was loaded, because the table is gone. */
export async function forgetRecord(destination: Destination, { ...target }: TargetTable): Promise<void> {
  await destination.query(`DELETE FROM ${jobsIn(target)} WHERE table_name = $1`, [target.table]);
  await destination.query(`DELETE FROM ${tablesIn(target)} WHERE table_name = $1`, [target.table]);
}

export async function writeRecord(
  destination: Destination,
  target: TargetTable,
  {
    origin,
    isOurs,
    inserted,
    deleted,
  }: {
    origin: LoadOrigin;
    isOurs: boolean;
    inserted: readonly { jobId: string; rows: number }[];
    deleted: readonly string[];
  },
): Promise<void> {
  const { table } = target;
  await destination.query(
    `INSERT INTO ${tablesIn(target)} (table_name, source, tenant, dataset, is_ours) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (table_name) DO UPDATE SET loaded_at = now()`,
    [table, origin.source, origin.tenant, origin.dataset, isOurs],
  );
  await destination.query(`DELETE FROM ${jobsIn(target)} WHERE table_name = $1 AND job_id = ANY ($2)`, [
    table,
    deleted,
  ]);
  await destination.query(
    `INSERT INTO ${jobsIn(target)} (table_name, job_id, row_count)
     SELECT $1, job_id, row_count FROM unnest($2::text[], $3::bigint[]) AS loaded (job_id, row_count)`,
    [table, inserted.map(({ jobId }) => jobId), inserted.map(({ rows }) => rows)],
  );
}

function tablesIn({ schema }: TargetTable): string {
  return `${quoted(schema)}.casparian_load_tables`;
}

function jobsIn({ schema }: TargetTable): string {
  return `${quoted(schema)}.casparian_loads`;
}

function otherDataset(target: TargetTable, known: LoadOrigin): CasparianError {
  return new CasparianError('LOAD_TABLE_MISMATCH', `${tableSql(target)} holds the rows of another dataset`, {
    why: `It is loaded from '${known.dataset}' of tenant '${known.tenant}' in database ${known.source.slice(0, 8)}.`,
    next: ['Load into another table.'],
  });
}
