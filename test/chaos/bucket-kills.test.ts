import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStorages, type Storage } from '../../src/storage/index.js';
import { freshStore, STORES } from '../cli/store.js';
import { type FaultyServer, startFaultyServer } from '../services/faulty-server.js';
import { newBucket, S3_KEYS } from '../services/shared-s3.js';
import { waitUntil } from '../services/wait-until.js';
import { type DurableS3Server, startVersitygw, versitygwInstalled } from '../services/versitygw.js';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const FILES = 40;
const KILLS = 8;
const RESTARTS = 3;
const LARGE_TEXT = 200_000;

/** Workers and the server of the bucket are killed while files go from the bucket to the bucket. */
describe.skipIf(!versitygwInstalled()).each(STORES)('kills around a bucket, on %s', (kind) => {
  let server: DurableS3Server;
  let faulty: FaultyServer;
  let bucket: string;
  const undo: (() => Promise<unknown>)[] = [];
  beforeEach(() => {
    for (const [name, value] of Object.entries(S3_KEYS)) vi.stubEnv(name, value);
  });
  beforeAll(async () => {
    server = await startVersitygw();
    bucket = await newBucket(server.url);
    faulty = await startFaultyServer(server.url);
  });
  afterAll(async () => {
    for (const one of undo) await one();
    await faulty.close();
    await server.remove();
  });

  test('every row is there exactly once, and no upload is left', async () => {
    const store = await freshStore(kind, (one) => undo.unshift(one));
    const storages = createStorages({ endpoint: server.url });
    const [inputs, outputs] = [storages.at(`s3://${bucket}/in`), storages.at(`s3://${bucket}/out`)];
    for (let file = 0; file < FILES; file += 1) {
      // Outputs of the large ones are uploaded in parts.
      await inputs.write(`numbers-${file}.csv`, content(file, file % 10 === 0 ? LARGE_TEXT : 100));
    }
    const env = {
      ...{ PATH: process.env['PATH'], ...S3_KEYS, CASPARIAN_S3_ENDPOINT: faulty.url, CASPARIAN_OUTPUT: outputs.root },
      ...{ CASPARIAN_LEASE_SECONDS: '2', CASPARIAN_LEASE_RENEW_SECONDS: '0.5' },
    };
    const casparian = (...args: string[]) =>
      spawn(process.execPath, [PROGRAM, ...args, ...store.flags], { env, stdio: 'ignore' });
    const ended = async (...args: string[]): Promise<number | null> => {
      const [code] = (await once(casparian(...args), 'close')) as [number | null];
      return code;
    };
    expect(await ended('scan', inputs.root, '--auto')).toBe(0);
    // Every ninth request fails in one of these ways.
    const faults = [{ kind: 'status', status: 500 }, { kind: 'lost response' }, { kind: 'delay', ms: 500 }] as const;
    faulty.decide = ({ number }) => (number % 9 === 8 ? faults[Math.floor(number / 9) % faults.length] : undefined);
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Two workers on the same jobs.
      const workers = [casparian('process', '--jobs', '2'), casparian('process', '--jobs', '2')];
      const closed = workers.map((worker) => once(worker, 'close'));
      if (kill === 0)
        await waitUntil(async () => (await store.engine.jobs({ statuses: ['running'] })).length > 0, {
          for: 'a running job',
        });
      // The moment of a kill is the subject of this test, so it is not an event that could be awaited.
      else await sleep(900 + 250 * kill);
      if (kill < RESTARTS) {
        await server.kill();
        await server.start();
      }
      for (const worker of workers) worker.kill('SIGKILL');
      await Promise.all(closed);
    }
    faulty.decide = () => undefined;
    await drain(ended, store.engine.database);
    const rows = await store.engine.database.query<{ path: string; row_count: number }>(
      'SELECT path, row_count FROM cf_outputs WHERE superseded_at IS NULL',
    );
    const [{ fence } = { fence: 0 }] = await store.engine.database.query<{ fence: number }>(
      'SELECT max(fence) AS fence FROM cf_jobs',
    );
    // Otherwise the kills met no work.
    expect(Number(fence)).toBeGreaterThan(1);
    expect(rows).toHaveLength(FILES);
    expect(rows.reduce((sum, { row_count }) => sum + Number(row_count), 0)).toBe(FILES * 100);
    const keys = await keysOf(outputs);
    for (const { path } of rows) expect(keys).toContain(path.slice(outputs.root.length + 1));
    expect(await ended('verify')).toBe(0);
    // What killed attempts left is not visible, and goes with the next attempts or with `outputs prune`.
    const { uploads } = await unfinished(outputs);
    expect(uploads).toBe(0);
  });
});

function content(file: number, characters: number): Buffer {
  const text = (): string => randomBytes(characters / 2).toString('hex');
  const rows = Array.from({ length: 100 }, (_, row) => `${file * 100 + row},${text()}`);
  return Buffer.from(`id,text\n${rows.join('\n')}\n`);
}

/** The leases of killed workers have to expire first. */
async function drain(
  ended: (...args: string[]) => Promise<number | null>,
  database: { query<T extends object>(sql: string): Promise<T[]> },
): Promise<void> {
  for (let round = 0; round < 30; round += 1) {
    await ended('process');
    const left = await database.query(
      `SELECT id FROM cf_jobs WHERE status IN ('pending', 'running') AND type LIKE 'parse%'`,
    );
    if (left.length === 0) return;
    await sleep(500);
  }
  throw new Error('jobs are left');
}

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of storage.list('')) keys.push(...page.map(({ key }) => key));
  return keys;
}

async function unfinished(storage: Storage): Promise<{ uploads: number }> {
  return { uploads: await storage.abortUploads('', { olderThanMs: 0 }) };
}
