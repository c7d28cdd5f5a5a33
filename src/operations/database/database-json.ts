import type { AppliedMigration, SchemaState } from '../../database/index.js';
import type { Finding, JobStatus, MovedTableReport } from '../../engine/index.js';
import { type WorkerJson, workerJson } from '../../engine/worker-json.js';
import type { BackupReport } from './back-up-database.js';
import type { CheckReport } from './check-database.js';
import type { CollectCounts } from '../../collect/index.js';
import type { PassportCounts } from '../../passport/index.js';
import type { PipelineCounts } from '../../pipeline/index.js';
import type { DatabaseStatus } from './database-status.js';
import type { MigrationReport } from './migrate-schema.js';
import type { MoveReport } from './move-database.js';

/** `jobs`, `workers` and the counts are null while the schema is not current: the tables cannot be read then. */
export interface DatabaseStatusJson {
  readonly dialect: DatabaseStatus['dialect'];
  readonly database: string;
  readonly schema: SchemaState;
  readonly size_bytes: number;
  readonly jobs: Readonly<Record<JobStatus, number>> | null;
  readonly workers: readonly WorkerJson[] | null;
  readonly pipeline: PipelineCounts | null;
  readonly passports: PassportCounts | null;
  readonly collect: CollectCounts | null;
}

export function databaseStatusJson(status: DatabaseStatus): DatabaseStatusJson {
  const { dialect, address, schema, sizeBytes, contents } = status;
  return {
    dialect,
    database: address,
    schema,
    size_bytes: sizeBytes,
    jobs: contents?.jobs ?? null,
    workers: contents?.workers.map(workerJson) ?? null,
    pipeline: contents?.pipeline ?? null,
    passports: contents?.passports ?? null,
    collect: contents?.collect ?? null,
  };
}

export interface DatabaseCheckJson {
  readonly ok: boolean;
  readonly checks: readonly string[];
  readonly findings: readonly Finding[];
}

export function databaseCheckJson({ checks, findings }: CheckReport): DatabaseCheckJson {
  return { ok: findings.every(({ severity }) => severity !== 'damage'), checks, findings };
}

export interface BackupJson {
  readonly database: string;
  readonly path: string;
  readonly size_bytes: number;
}

export function backupJson({ from, to, bytes }: BackupReport): BackupJson {
  return { database: from, path: to, size_bytes: bytes };
}

export interface MigrationJson {
  readonly database: string;
  readonly applied: readonly AppliedMigration[];
}

export function migrationJson({ address, applied }: MigrationReport): MigrationJson {
  return { database: address, applied };
}

export interface MoveJson {
  readonly from: string;
  readonly to: string;
  readonly tables: readonly MovedTableReport[];
}

export function moveJson({ from, to, tables }: MoveReport): MoveJson {
  return { from, to, tables };
}
