import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { maskDatabaseUrl, parseDatabaseUrl } from '../../src/database/index.js';

describe('reading a database URL', () => {
  test.each([
    ['sqlite:/var/lib/jobs.db', '/var/lib/jobs.db'],
    ['sqlite:///var/lib/jobs.db', '/var/lib/jobs.db'],
    ['SQLITE:/var/lib/jobs', '/var/lib/jobs'],
    ['file:///var/lib/my%20jobs.db', '/var/lib/my jobs.db'],
    ['/var/lib/jobs.sqlite3', '/var/lib/jobs.sqlite3'],
    [' jobs.sqlite ', resolve('jobs.sqlite')],
    ['sqlite:jobs.db', resolve('jobs.db')],
    ['./data/jobs.DB', resolve('data/jobs.DB')],
  ])('%s is the SQLite file %s', (text, path) => {
    expect(parseDatabaseUrl(text)).toEqual({ dialect: 'sqlite', path });
  });

  test.each([
    'postgres://user:secret@host:5432/name',
    'postgresql://host/name?sslmode=require',
    'POSTGRES://host/name',
    'postgres:///name?host=/var/run/postgresql',
  ])('%s is PostgreSQL', (text) => {
    expect(parseDatabaseUrl(text)).toEqual({ dialect: 'postgres', url: text });
  });

  test.each([
    '',
    'mysql://host/name',
    'jobs',
    'postgres://host',
    'postgres://host/',
    'postgres://host:port/name',
    'sqlite:',
    'sqlite::memory:',
    ':memory:',
    'sqlite://jobs.db',
    'file://elsewhere/jobs.db',
    'file:///jobs%2Fnested.db',
    'http://host/jobs.txt',
  ])("'%s' is refused with a code and a way out", (text) => {
    expect(() => parseDatabaseUrl(text)).toThrow(
      expect.objectContaining({ code: 'DATABASE_URL_INVALID', why: expect.any(String) as string }) as Error,
    );
  });

  test('the refusal does not show the password', () => {
    for (const text of ['postgres://me:secret@host', 'postgres://me:sec/ret@host/db:x', 'mysql://me:secret@host/db']) {
      expect(() => parseDatabaseUrl(text)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('ret@') as string }) as Error,
      );
    }
  });
});

describe('hiding the password of a database URL', () => {
  test.each([
    ['postgres://me:secret@host:5432/name', 'postgres://me:***@host:5432/name'],
    ['postgres://:secret@host/name', 'postgres://:***@host/name'],
    ['postgres://me:s%40cret@host/name', 'postgres://me:***@host/name'],
    ['postgres://me:s@cr:et@host/name', 'postgres://me:***@host/name'],
    ['postgres://me:s/cret@host/name', 'postgres://me:***@host/name'],
    ['postgres://me:s?cret@host/name', 'postgres://me:***@host/name'],
    ['postgres://me:secret@host/name?application_name=a@b', 'postgres://me:***@host/name?application_name=a@b'],
    ['postgres://host/name?user=me&password=secret&x=1', 'postgres://host/name?user=me&password=***&x=1'],
    ['postgres://me@host:5432/name', 'postgres://me@host:5432/name'],
    ['postgres://host:5432/name', 'postgres://host:5432/name'],
    ['sqlite:/home/a:b@c/jobs.db', 'sqlite:/home/a:b@c/jobs.db'],
  ])('%s is shown as %s', (text, shown) => {
    expect(maskDatabaseUrl(text)).toBe(shown);
  });
});
