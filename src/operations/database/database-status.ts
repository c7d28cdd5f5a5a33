import { stat } from 'node:fs/promises';
import { type Database, type Dialect, schemaState, type SchemaState } from '../../database/index.js';
import { countByStatus, JOB_STATUSES, type JobStatus, listWorkers, type WorkerRecord } from '../../engine/index.js';
import { countPipeline, type PipelineCounts } from '../../pipeline/index.js';
import { countPassports, type PassportCounts } from '../../passport/index.js';
import { type DatabaseLocation, migrateIfSqlite, SCHEMA_LINES, withDatabase } from './open-database.js';

export interface DatabaseStatus {
  dialect: Dialect;
  /** The address with its password hidden. */
  address: string;
  schema: SchemaState;
  sizeBytes: number;
  /** Absent while the schema is not current: its tables may be missing or have another meaning. */
  contents?: {
    jobs: Record<JobStatus, number>;
    workers: WorkerRecord[];
    pipeline: PipelineCounts;
    passports: PassportCounts;
  };
}

/** Describes a database: its schema, its size, and what it contains. */
export function databaseStatus(location: DatabaseLocation): Promise<DatabaseStatus> {
  return withDatabase(location, async (database) => {
    await migrateIfSqlite(database);
    return statusOf(database);
  });
}

async function statusOf(database: Database): Promise<DatabaseStatus> {
  const schema = await schemaState(database, SCHEMA_LINES);
  const sizeBytes = database.dialect === 'sqlite' ? await sqliteSize(database.path) : await postgresSize(database);
  const status: DatabaseStatus = { dialect: database.dialect, address: database.label, schema, sizeBytes };
  if (schema.state !== 'current') return status;
  const counts = await countByStatus(database);
  const jobs = Object.fromEntries(JOB_STATUSES.map((name) => [name, counts[name] ?? 0])) as Record<JobStatus, number>;
  const workers = (await listWorkers(database)).filter((worker) => worker.alive);
  const [pipeline, passports] = [await countPipeline(database), await countPassports(database)];
  return { ...status, contents: { jobs, workers, pipeline, passports } };
}

/** The file and its write-ahead log. */
async function sqliteSize(path: string): Promise<number> {
  const sizes = [path, `${path}-wal`].map((file) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Our tables with their indexes; the database may have tables of other programs. */
async function postgresSize(database: Database): Promise<number> {
  const [row] = await database.query<{ bytes: number | null }>(
    `SELECT sum(pg_total_relation_size(c.oid))::bigint AS bytes
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relname LIKE 'cf\\_%'`,
  );
  return row?.bytes ?? 0;
}
