import { createHash, type Hash } from 'node:crypto';
import { type Executor, queryBuilder, type Row } from '../../database/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import type { Engine } from '../engine.js';
import { listWorkers } from '../workers.js';
import { contentOf, counterparts, keyOf, pages } from './pages.js';
import { MOVED_TABLES, type MovedTable } from './tables.js';

export interface MoveProgress {
  table: string;
  done: number;
  total: number;
}

export interface MovedTableReport {
  table: string;
  rows: number;
  /** Rows written by this run; the others already existed, from an interrupted run. */
  copied: number;
  /** SHA-256 over all rows in key order, the same on both sides. */
  hash: string;
}

export interface MoveOptions {
  /** The tables of modules built on the engine, besides its own. */
  tables?: readonly MovedTable[];
  onProgress?: (progress: MoveProgress) => void;
}

/**
 * Copies every job, schedule and setting to another database and verifies the copy. The source is locked against writes
 * meanwhile and is not changed. A run after an interruption copies only what differs.
 */
export async function moveJobs(source: Engine, target: Engine, options: MoveOptions = {}): Promise<MovedTableReport[]> {
  const tables = [...MOVED_TABLES, ...(options.tables ?? [])];
  return source.database.transaction(async (from) => {
    await refuseWhileWorked(from, SOURCE_BUSY);
    await refuseWhileWorked(target.database, TARGET_BUSY);
    for (const table of tables) await refuseForeignRows(from, target.database, table);
    const reports: MovedTableReport[] = [];
    for (const table of tables) {
      reports.push(await moveTable(from, target, table, options.onProgress ?? (() => undefined)));
    }
    return reports;
  });
}

async function moveTable(
  from: Executor,
  target: Engine,
  table: MovedTable,
  onProgress: (progress: MoveProgress) => void,
): Promise<MovedTableReport> {
  const total = await count(from, table);
  const sourceHash = createHash('sha256');
  let done = 0;
  let copied = 0;
  for await (const rows of pages(from, table)) {
    update(sourceHash, table, rows);
    copied += await target.database.transaction((to) => copyPage(to, table, rows));
    onProgress({ table: table.name, done: (done += rows.length), total });
  }
  const hash = sourceHash.digest('hex');
  await verify(target.database, table, { rows: total, hash });
  return { table: table.name, rows: total, copied, hash };
}

async function copyPage(to: Executor, table: MovedTable, rows: readonly Row[]): Promise<number> {
  const there = await counterparts(to, table, rows);
  const differing = rows.filter((row) => {
    const counterpart = there.get(keyOf(table, row));
    return !counterpart || contentOf(table, counterpart) !== contentOf(table, row);
  });
  if (differing.length === 0) return 0;
  await queryBuilder<Record<string, Row>>(to)
    .insertInto(table.name)
    .values(differing)
    .onConflict((conflict) =>
      conflict
        .columns(table.key)
        .doUpdateSet((eb) => Object.fromEntries(table.columns.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    )
    .execute();
  return differing.length;
}

async function verify(target: Executor, table: MovedTable, expected: { rows: number; hash: string }): Promise<void> {
  const targetHash = createHash('sha256');
  let rows = 0;
  for await (const page of pages(target, table)) {
    update(targetHash, table, page);
    rows += page.length;
  }
  const hash = targetHash.digest('hex');
  if (rows === expected.rows && hash === expected.hash) return;
  throw new CasparianError('MOVE_MISMATCH', `The copy of ${table.name} differs from its source`, {
    why: `The source has ${expected.rows} rows (${expected.hash}), the target ${rows} (${hash}).`,
    next: ['Make sure that nothing writes to the target, then run the same command again.'],
  });
}

function update(hash: Hash, table: MovedTable, rows: readonly Row[]): void {
  for (const row of rows) hash.update(contentOf(table, row)).update('\n');
}

async function count(database: Executor, table: MovedTable): Promise<number> {
  const [row] = await database.query<{ count: number }>(`SELECT count(*) AS count FROM ${table.name}`);
  return Number(row?.count ?? 0);
}

const SOURCE_BUSY = { code: 'MOVE_SOURCE_BUSY', message: 'Workers are using the source database' } as const;
const TARGET_BUSY = { code: 'MOVE_TARGET_BUSY', message: 'Workers are using the target database' } as const;

async function refuseWhileWorked(database: Executor, refusal: typeof SOURCE_BUSY | typeof TARGET_BUSY): Promise<void> {
  const held = await database.query<{ lease_owner: string }>(
    `SELECT DISTINCT lease_owner FROM cf_jobs WHERE status = 'running' AND lease_expires_at >= cf_now()`,
  );
  const alive = (await listWorkers(database)).filter((worker) => worker.alive);
  const owners = [...new Set([...held.map((row) => row.lease_owner), ...alive.map((worker) => worker.id)])];
  if (owners.length === 0) return;
  throw new CasparianError(refusal.code, refusal.message, {
    why: `These hold leases, or had a heartbeat within their lease time: ${owners.join(', ')}.`,
    next: ['Stop them (SIGTERM), then run the same command again.', 'One that crashed counts until its lease expires.'],
  });
}

async function refuseForeignRows(from: Executor, target: Executor, table: MovedTable): Promise<void> {
  for await (const rows of pages(target, table)) {
    const known = await counterparts(from, table, rows);
    for (const row of rows) {
      const origin = known.get(keyOf(table, row));
      if (!origin) throw notEmpty(`${table.name} has a row ${keyOf(table, row)} that is not in the source.`);
      if (hasMovedOn(row, origin)) throw notEmpty(`Job ${keyOf(table, row)} has run there since it was copied.`);
    }
  }
}

/** The copy was claimed or has ended since it was made. Overwriting it with the original would run it twice. */
function hasMovedOn(copy: Row, original: Row): boolean {
  if (copy['fence'] !== original['fence']) return Number(copy['fence']) > Number(original['fence']);
  return copy['finished_at'] != null && original['finished_at'] == null;
}

function notEmpty(why: string): CasparianError {
  return new CasparianError('MOVE_TARGET_NOT_EMPTY', 'The target database is not empty', {
    why,
    next: [hint('Create an empty database and name it', { options: { to: 'URL' } })],
  });
}
