import { stat } from 'node:fs/promises';
import {
  type Database,
  type Dialect,
  type Executor,
  schemaState,
  type SchemaState,
  SqliteDatabase,
} from '../../database/index.js';
import { countByStatus, JOB_STATUSES, type JobStatus, listWorkers, type WorkerRecord } from '../../engine/index.js';
import { countPipeline, type PipelineCounts } from '../../pipeline/index.js';
import { type CollectCounts, countCollect } from '../../collect/index.js';
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
    collect: CollectCounts;
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
  const sizeBytes = (await databaseParts(database)).reduce((sum, { bytes }) => sum + bytes, 0);
  const status: DatabaseStatus = { dialect: database.dialect, address: database.label, schema, sizeBytes };
  if (schema.state !== 'current') return status;
  const counts = await countByStatus(database);
  const jobs = Object.fromEntries(JOB_STATUSES.map((name) => [name, counts[name] ?? 0])) as Record<JobStatus, number>;
  const workers = (await listWorkers(database)).filter((worker) => worker.alive);
  const [pipeline, passports] = [await countPipeline(database), await countPassports(database)];
  const collect = await countCollect(database);
  return { ...status, contents: { jobs, workers, pipeline, passports, collect } };
}

/** Where the bytes of the database are: its data, and on SQLite the write-ahead log. */
export async function databaseParts(database: Executor): Promise<{ part: 'data' | 'wal'; bytes: number }[]> {
  if (!(database instanceof SqliteDatabase)) return [{ part: 'data', bytes: await postgresSize(database) }];
  const sizeOf = (file: string): Promise<number> =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    );
  return [
    { part: 'data', bytes: await sizeOf(database.path) },
    { part: 'wal', bytes: await sizeOf(`${database.path}-wal`) },
  ];
}

/** Our tables with their indexes; the database may have tables of other programs. */
async function postgresSize(database: Executor): Promise<number> {
  const [row] = await database.query<{ bytes: number | null }>(
    `SELECT sum(pg_total_relation_size(c.oid))::bigint AS bytes
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relname LIKE 'cf\\_%'`,
  );
  return row?.bytes ?? 0;
}
