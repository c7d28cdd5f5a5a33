import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { bundled } from './bundled.js';
import { freshDatabase } from './fresh-database.js';
import { startPostgres } from './postgres.js';
import type { PostgresServer } from './postgres.js';
import { startProxy } from './proxy.js';
import { waitUntil } from './wait-until.js';

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that dies mid-query is reported twice: by the query, which the caller sees, and here.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function refuses(url: string): Promise<boolean> {
  return query(url, 'SELECT 1').then(
    () => false,
    (error: { code?: string }) => error.code === 'ECONNREFUSED',
  );
}

describe('the PostgreSQL of the run', () => {
  test('gives each caller an empty database of its own', async () => {
    const [first, second] = await Promise.all([freshDatabase(), freshDatabase()]);
    await query(first, 'CREATE TABLE mark (id int)');
    expect(await query(first, "SELECT to_regclass('mark') IS NOT NULL AS found")).toEqual([{ found: true }]);
    expect(await query(second, "SELECT to_regclass('mark') IS NOT NULL AS found")).toEqual([{ found: false }]);
  });

  test('syncs to disk and speaks UTF-8, as in production', async () => {
    expect(await query(inject('postgresUrl'), 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    expect(await query(inject('postgresUrl'), 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
  });

  test('can be reached through a proxy', async () => {
    const url = await freshDatabase();
    const proxy = await startProxy({ port: Number(new URL(url).port) });
    onTestFinished(() => proxy.close());
    expect(await query(proxy.reroute(url), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('a PostgreSQL of the test', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());

  test('keeps its port and its data over a restart, and over a kill', async () => {
    const url = await server.createDatabase('kept');
    await query(url, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)');
    await server.restart();
    expect(await query(url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
    await server.kill();
    expect(await refuses(url)).toBe(true);
    await server.start();
    expect(await query(url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
  });

  test('dies with the process that started it, even when that is killed', async () => {
    const fixture = fileURLToPath(new URL('fixtures/postgres-holder.ts', import.meta.url));
    const holder = spawn(process.execPath, [await bundled(fixture)], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void holder.kill('SIGKILL'));
    const [url] = (await once(createInterface(holder.stdout), 'line')) as [string];
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    holder.kill('SIGKILL');
    await waitUntil(() => refuses(url), { for: 'the orphaned PostgreSQL to stop' });
  });
});
