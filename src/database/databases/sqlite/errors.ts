import { setTimeout as sleep } from 'node:timers/promises';
import { CasparianError, errorMessage, hint } from '../../../platform/index.js';

export function isBusy(error: unknown): boolean {
  const result = sqliteResult(error);
  return result === 'SQLITE_BUSY' || result === 'SQLITE_LOCKED';
}

/** The result code of an error of SQLite; undefined for any other error. */
export function sqliteResult(error: unknown): SqliteResult | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR')) return undefined;
  const number = 'errcode' in error ? Number(error.errcode) & PRIMARY : undefined;
  const found = RESULTS.find(([code, , text]) =>
    number === undefined ? error.message.includes(text) : code === number,
  );
  return found?.[1] ?? 'SQLITE_ERROR';
}

/** An extended code adds details in the higher bits. */
const PRIMARY = 0xff;

/** The texts identify errors of `all()` on Node 20, whose package reports no number there. */
const RESULTS = [
  [5, 'SQLITE_BUSY', 'database is locked'],
  [6, 'SQLITE_LOCKED', 'table is locked'],
  [8, 'SQLITE_READONLY', 'attempt to write a readonly database'],
  [10, 'SQLITE_IOERR', 'disk I/O error'],
  [11, 'SQLITE_CORRUPT', 'database disk image is malformed'],
  [13, 'SQLITE_FULL', 'database or disk is full'],
  [14, 'SQLITE_CANTOPEN', 'unable to open database file'],
  [19, 'SQLITE_CONSTRAINT', 'constraint failed'],
  [26, 'SQLITE_NOTADB', 'file is not a database'],
] as const;

type SqliteResult = (typeof RESULTS)[number][1] | 'SQLITE_ERROR';

const UNUSABLE: ReadonlySet<string | undefined> = new Set<SqliteResult>([
  'SQLITE_NOTADB',
  'SQLITE_CORRUPT',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  'SQLITE_FULL',
  'SQLITE_IOERR',
]);

/** Repeats until the lock is free, with random pauses so that processes do not collide again. */
export async function whileBusy<T>(limitMs: number, attempt: () => T): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw translated(error);
    }
    await sleep(2 + Math.random() * 20);
  }
}

export function translateErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translated(error);
  }
}

/** Converts an error of SQLite to one with our codes; returns other errors unchanged. */
export function translated(error: unknown): unknown {
  if (error instanceof CasparianError) return error;
  const result = sqliteResult(error);
  if (isBusy(error)) {
    return new CasparianError('DATABASE_BUSY', 'The SQLite database stayed locked by another process', {
      why: errorMessage(error),
      next: ['Look for a process that keeps a transaction open on the file, then try again.'],
      cause: error,
    });
  }
  if (result === 'SQLITE_READONLY') {
    return new CasparianError('DATABASE_UNAVAILABLE', 'The SQLite database can only be read', {
      why: 'This user may not write the file or its folder. Nothing was changed.',
      next: ['Commands that only read work: query, jobs, files, datasets, export, lineage, verify.'],
      cause: error,
    });
  }
  if (result === 'SQLITE_FULL') {
    return new CasparianError('DATABASE_UNAVAILABLE', 'The disk of the SQLite database is full', {
      why: 'SQLite could not write (SQLITE_FULL). The change was not made.',
      next: ['Make room on the disk, then try again.', 'Committed work is not lost.'],
      cause: error,
    });
  }
  if (UNUSABLE.has(result) || isSystemError(error)) {
    return new CasparianError('DATABASE_UNAVAILABLE', 'The SQLite database cannot be used', {
      why: errorMessage(error),
      next: [
        'Check that the path is a SQLite file, that its folder is writable, and that the disk is not full.',
        hint('Find the file and its problem with', { action: 'doctor' }),
      ],
      cause: error,
    });
  }
  if (result === undefined) return error;
  return new CasparianError('DATABASE_ERROR', errorMessage(error), { why: `SQLite said ${result}.`, cause: error });
}

/** Such as ENOTDIR, from making the folder of the file. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
}
