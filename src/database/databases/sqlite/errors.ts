import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { CasparianError, errorMessage, hint } from '../../../platform/index.js';

export function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}

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
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (isBusy(error)) {
    return new CasparianError('DATABASE_BUSY', 'The SQLite database stayed locked by another process', {
      why: errorMessage(error),
      next: ['Look for a process that keeps a transaction open on the file, then try again.'],
      cause: error,
    });
  }
  if (/^SQLITE_(NOTADB|CORRUPT|CANTOPEN|READONLY|FULL|IOERR)|^E[A-Z]+$/.test(code)) {
    return new CasparianError('DATABASE_UNAVAILABLE', 'The SQLite database cannot be used', {
      why: errorMessage(error),
      next: [
        'Check that the path is a SQLite file, that its folder is writable, and that the disk is not full.',
        hint('Find the file and its problem with', { action: 'doctor' }),
      ],
      cause: error,
    });
  }
  if (!code.startsWith('SQLITE_')) return error;
  return new CasparianError('DATABASE_ERROR', errorMessage(error), { why: `SQLite said ${code}.`, cause: error });
}
