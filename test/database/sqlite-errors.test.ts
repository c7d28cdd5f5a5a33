import { expect, test } from 'vitest';
import { sqliteResult, translated } from '../../src/database/databases/sqlite/errors.js';

const sqliteError = (message: string, errcode?: number): Error =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR' }, errcode === undefined ? {} : { errcode });

test.each([
  ['SQLITE_BUSY', 'DATABASE_BUSY', 'database is locked', 5],
  ['SQLITE_BUSY', 'DATABASE_BUSY', 'database is locked', 517],
  ['SQLITE_LOCKED', 'DATABASE_BUSY', 'database table is locked', 6],
  ['SQLITE_READONLY', 'DATABASE_UNAVAILABLE', 'attempt to write a readonly database', 8],
  ['SQLITE_IOERR', 'DATABASE_UNAVAILABLE', 'disk I/O error', 4106],
  ['SQLITE_CORRUPT', 'DATABASE_UNAVAILABLE', 'database disk image is malformed', 11],
  ['SQLITE_FULL', 'DATABASE_UNAVAILABLE', 'database or disk is full', 13],
  ['SQLITE_CANTOPEN', 'DATABASE_UNAVAILABLE', 'unable to open database file', 14],
  ['SQLITE_CONSTRAINT', 'DATABASE_ERROR', 'NOT NULL constraint failed: t.n', 1299],
  ['SQLITE_NOTADB', 'DATABASE_UNAVAILABLE', 'file is not a database', 26],
  ['SQLITE_ERROR', 'DATABASE_ERROR', 'near "selec": syntax error', 1],
])('%s is recognized by its number or its text, and becomes %s', (result, code, message, errcode) => {
  for (const error of [sqliteError(message, errcode), sqliteError(message)]) {
    expect(sqliteResult(error)).toBe(result);
    expect(translated(error)).toMatchObject({ code, cause: error });
  }
});

test('an error that is not of SQLite stays as it is', () => {
  const error = Object.assign(new Error('database is locked'), { code: 'ERR_INVALID_STATE' });
  expect(sqliteResult(error)).toBeUndefined();
  expect(translated(error)).toBe(error);
});
