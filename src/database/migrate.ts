import { CasparianError, hint } from '../platform/index.js';
import type { Database, Dialect, Executor, TransactionScope } from './database.js';

/** One forward step. It is never edited after release: the next step corrects mistakes. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: Readonly<Record<Dialect, string>>;
}

/** The steps of one module, in order. Modules migrate independently. */
export interface MigrationLine {
  readonly module: string;
  readonly steps: readonly Migration[];
}

export interface AppliedMigration {
  module: string;
  number: number;
  name: string;
}

export interface SchemaState {
  state: 'current' | 'outdated' | 'newer';
  applied: AppliedMigration[];
  pending: AppliedMigration[];
}

const LEDGER = `CREATE TABLE IF NOT EXISTS cf_migrations (
  module TEXT NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  applied_at BIGINT NOT NULL,
  PRIMARY KEY (module, number)
)`;

/** An arbitrary number shared by all our migrations: concurrent `db migrate` commands run one after the other. */
const POSTGRES_LOCK = 7_264_102_401;

export async function schemaState(database: Executor, lines: readonly MigrationLine[]): Promise<SchemaState> {
  const applied = await appliedMigrations(database);
  const known = lines.flatMap((line) =>
    line.steps.map((step) => ({ module: line.module, number: step.number, name: step.name })),
  );
  const isIn = (list: AppliedMigration[], one: AppliedMigration): boolean =>
    list.some((other) => other.module === one.module && other.number === one.number);
  const ours = new Set(lines.map((line) => line.module));
  const pending = known.filter((step) => !isIn(applied, step));
  const unknown = applied.filter((step) => ours.has(step.module) && !isIn(known, step));
  return { state: unknown.length > 0 ? 'newer' : pending.length > 0 ? 'outdated' : 'current', applied, pending };
}

/** Migrates the schema: all pending steps in one transaction under a lock. Returns the applied steps. */
export async function migrate(database: Database, lines: readonly MigrationLine[]): Promise<AppliedMigration[]> {
  return database.transaction(async (tx) => {
    // In SQLite the transaction itself is the lock, because it began with BEGIN IMMEDIATE.
    if (tx.dialect === 'postgres') await tx.query('SELECT pg_advisory_xact_lock($1)', [POSTGRES_LOCK]);
    await tx.script(LEDGER);
    const { state, pending } = await schemaState(tx, lines);
    if (state === 'newer') throw newerSchema();
    for (const step of pending) await apply(tx, lines, step);
    return pending;
  });
}

/** Throws if the schema does not match this program. */
export async function requireCurrentSchema(database: Executor, lines: readonly MigrationLine[]): Promise<void> {
  const { state, applied, pending } = await schemaState(database, lines);
  if (state === 'newer') throw newerSchema();
  if (state === 'current') return;
  const [first] = pending;
  throw new CasparianError(
    'SCHEMA_OUTDATED',
    applied.length === 0
      ? 'The database has no casparian schema yet'
      : 'The database schema is older than this program',
    {
      why: `Migration ${first?.module}/${first?.number} (${first?.name}) has not been applied.`,
      next: [hint('Run', { action: 'db.migrate' })],
    },
  );
}

async function apply(tx: TransactionScope, lines: readonly MigrationLine[], step: AppliedMigration): Promise<void> {
  const migration = lines.find((line) => line.module === step.module)?.steps.find((one) => one.number === step.number);
  if (!migration) throw new Error(`migration ${step.module}/${step.number} vanished`);
  await tx.script(migration.sql[tx.dialect]);
  const placeholders = tx.dialect === 'sqlite' ? '?, ?, ?, ?' : '$1, $2, $3, $4';
  await tx.query(`INSERT INTO cf_migrations (module, number, name, applied_at) VALUES (${placeholders})`, [
    step.module,
    step.number,
    step.name,
    Date.now(),
  ]);
}

async function appliedMigrations(database: Executor): Promise<AppliedMigration[]> {
  const exists =
    database.dialect === 'sqlite'
      ? `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'cf_migrations'`
      : `SELECT 1 WHERE to_regclass('cf_migrations') IS NOT NULL`;
  if ((await database.query(exists)).length === 0) return [];
  return database.query<AppliedMigration>('SELECT module, number, name FROM cf_migrations ORDER BY module, number');
}

function newerSchema(): CasparianError {
  return new CasparianError('SCHEMA_NEWER', 'The database was migrated by a newer casparian', {
    why: 'It has migrations this version does not know, so this version does not use it.',
    next: ['Upgrade this installation to the version that migrated the database.'],
  });
}
