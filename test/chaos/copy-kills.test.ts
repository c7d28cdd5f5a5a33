import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casparian, start } from '../cli/casparian.js';
import { STORES } from '../cli/store.js';
import { type DeltaReader, HAS_DELTA_READERS, openDeltaReader } from '../datasets/delta/delta-reader.js';
import { useOutputsPlace } from '../datasets/staging/outputs-place.js';
import { httpfsInstalled, useBucketPlace } from '../pipeline/buckets/bucket-place.js';
import { type PostgresServer, startPostgres } from '../services/postgres.js';
import { S3_KEYS } from '../services/shared-s3.js';
import { type DurableS3Server, startVersitygw, versitygwInstalled } from '../services/versitygw.js';
import { waitUntil } from '../services/wait-until.js';

const ROWS = 300_000;

/** `load` and its destination are killed while rows are copied. */
describe.each(STORES)('kills during a load, on %s', (kind) => {
  const place = useOutputsPlace(kind);
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    for (const part of [0, 1]) {
      const select = `SELECT range + ${part * ROWS} AS id, repeat('x', 40) AS text FROM range(${ROWS})`;
      await place.write({ parser: 'shop', output: 'orders', select });
    }
  });
  afterAll(() => server.remove());

  const query = async <T extends object>(sql: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<T>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const load = () => start(['load', 'orders', '--to', url, ...place.flags], { env: {} });
  /** The copy has written so many bytes of the table. */
  const copying = (bytes: number) =>
    waitUntil(
      async () => {
        const found = await query<{ bytes: string }>('SELECT sum(bytes_processed) AS bytes FROM pg_stat_progress_copy');
        return Number(found[0]?.bytes ?? 0) > bytes;
      },
      { for: `${bytes} bytes of the copy`, intervalMs: 5 },
    );
  const visible = async (): Promise<number> => {
    const [exists] = await query(`SELECT 1 FROM pg_tables WHERE tablename = 'orders'`);
    return exists === undefined ? 0 : Number((await query<{ n: string }>('SELECT count(*) AS n FROM orders'))[0]!.n);
  };

  test('a killed load leaves nothing visible, and the next one loads every row once', async () => {
    for (const bytes of [0, 1_000_000, 20_000_000]) {
      const loading = load();
      await copying(bytes);
      loading.process.kill('SIGKILL');
      await loading.ended;
      expect(await visible()).toBe(0);
    }
    expect(await load().ended).toMatchObject({ code: 0 });
    const [counted] = await query<{ n: string; ids: string }>(
      'SELECT count(*) AS n, count(DISTINCT id) AS ids FROM orders',
    );
    expect(counted).toEqual({ n: String(2 * ROWS), ids: String(2 * ROWS) });
  });

  test('a destination that is killed and started again gets every row once', async () => {
    await query('DROP TABLE orders');
    const loading = load();
    await copying(1_000_000);
    await server.kill();
    const ended = await loading.ended;
    expect([ended.code, ended.stderr]).toEqual([75, expect.stringContaining('LOAD_TARGET_UNAVAILABLE')]);
    await server.start();
    expect(await visible()).toBe(0);
    expect(await load().ended).toMatchObject({ code: 0 });
    expect(await visible()).toBe(2 * ROWS);
  });
});

const FILES = 60;
const COPY = /^delta-.*\.parquet$/;

/** Text outputs are copied into Parquet files first, so there is time to kill the publication. */
describe.skipIf(!HAS_DELTA_READERS)('kills during a publication in a folder', () => {
  const place = useOutputsPlace('sqlite');
  let reader: DeltaReader;
  beforeAll(() => {
    reader = openDeltaReader();
  });
  afterAll(() => reader.close());

  test('a killed publication changes nothing, and the next one has every row once', async () => {
    for (let file = 0; file < FILES; file++) {
      await place.write({ parser: 'shop', output: 'orders', select: `SELECT ${file} AS id`, format: 'csv' });
    }
    const table = join(place.folder, 'shop', 'orders');
    const copies = async (): Promise<number> => (await readdir(table)).filter((name) => COPY.test(name)).length;
    const publish = () => start(['datasets', 'publish', 'orders', '--delta', '--json', ...place.flags]);
    for (const share of [0.2, 0.5, 0.9]) {
      const before = await copies();
      const publishing = publish();
      await waitUntil(async () => (await copies()) - before > share * FILES, { for: 'copies', intervalMs: 5 });
      publishing.process.kill('SIGKILL');
      await publishing.ended;
      expect(await readdir(join(table, '_delta_log')).catch(() => [])).toEqual([]);
    }
    expect(JSON.parse((await publish().ended).stdout)).toMatchObject({ version: 0, files_added: FILES, rows: FILES });
    const read = await reader.read(table, ['id']);
    expect(read.rows.map(([id]) => Number(id)).sort((a, b) => a - b)).toEqual([...Array(FILES).keys()]);
    expect(await readdir(place.home.staging)).toEqual([]);
  });
});

describe.skipIf(!versitygwInstalled() || !HAS_DELTA_READERS || !httpfsInstalled())(
  'a Delta table in a bucket of a real server',
  () => {
    let server: DurableS3Server;
    const place = useBucketPlace('sqlite', { serverUrl: async () => (server = await startVersitygw()).url });
    let reader: DeltaReader;
    beforeAll(() => {
      reader = openDeltaReader();
    });
    afterAll(async () => {
      reader.close();
      await server.remove();
    });

    const env = () => ({
      ...S3_KEYS,
      CASPARIAN_OUTPUT: place.outputs.root,
      CASPARIAN_S3_ENDPOINT: place.server.url,
    });
    const home = () => ['--home', join(place.home.staging, '..')];
    const publish = () => start(['datasets', 'publish', 'clocks', '--delta', '--json', ...home()], { env: env() });
    const ids = async (version?: number): Promise<string[]> => {
      const options = { ...S3_KEYS, AWS_ENDPOINT_URL: server.url, AWS_REGION: 'us-east-1', AWS_ALLOW_HTTP: 'true' };
      const table = `${place.outputs.root}/builtin/clocks`;
      const read = await reader.read(table, ['id'], { options, ...(version === undefined ? {} : { version }) });
      return read.rows.map(([id]) => id!).sort();
    };
    const arrive = async (name: string, id: number): Promise<void> => {
      // Delta has no time of day, so each file is copied.
      await place.put(name, `id,clock\n${id},10:11:12\n`);
      await place.scan();
      await place.processAll();
    };
    const puts = (pattern: RegExp): number =>
      place.server.requests.filter(({ method, path }) => method === 'PUT' && pattern.test(path)).length;

    test('kills, 500s and lost responses: every row once, no unfinished upload', async () => {
      for (let file = 0; file < 8; file++) await place.put(`clocks-${file}.csv`, `id,clock\n${file},10:11:12\n`);
      await place.scan();
      await place.processAll();
      for (const copies of [1, 4]) {
        place.server.requests = [];
        const publishing = publish();
        await waitUntil(() => puts(/\/delta-/) >= copies, { for: `${copies} copies`, intervalMs: 2 });
        publishing.process.kill('SIGKILL');
        await publishing.ended;
        expect(await place.keys(place.home.storages.at(`${place.outputs.root}/builtin/clocks/_delta_log`))).toEqual([]);
      }
      place.server.requests = [];
      // The commit succeeds and its response is lost; before that, every fifth request fails.
      let isLost = false;
      place.server.decide = ({ method, path, number }) => {
        if (method === 'PUT' && path.includes('_delta_log') && !isLost) {
          isLost = true;
          return { kind: 'lost response' };
        }
        return number % 5 === 4 ? { kind: 'status', status: 500 } : undefined;
      };
      const ended = await publish().ended;
      place.server.decide = () => undefined;
      expect([isLost, ended.code]).toEqual([true, 0]);
      expect(JSON.parse(ended.stdout)).toMatchObject({ version: 0, files_added: 8, rows: 8 });
      expect(await ids()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
      expect(await place.outputs.abortUploads('', { olderThanMs: 0 })).toBe(0);
    });

    test('a checkpoint is read by others and by the next publication, also with faults around it', async () => {
      const faults = [{ kind: 'status', status: 503 }, { kind: 'lost response' }, { kind: 'refused' }] as const;
      for (let version = 1; version <= 11; version++) {
        await arrive('clocks-0.csv', 100 + version);
        // The faults hit the checkpoint and its pointer too.
        if (version > 8)
          place.server.decide = ({ number }) => (number % 4 === 3 ? faults[Math.floor(number / 4) % 3] : undefined);
        const ended = await publish().ended;
        place.server.decide = () => undefined;
        expect(JSON.parse(ended.stdout)).toMatchObject({ version, files_added: 1, files_removed: 1, rows: 8 });
      }
      const log = place.home.storages.at(`${place.outputs.root}/builtin/clocks/_delta_log`);
      const keys = await place.keys(log);
      expect(keys.filter((key) => key.endsWith('.checkpoint.parquet'))).toHaveLength(1);
      expect(keys).toContain('_last_checkpoint');
      // Readers that start at the checkpoint need no earlier commit.
      await log.remove(keys.filter((key) => /^0*[0-8]\.json$/.test(key)));
      expect(await ids()).toEqual(['1', '111', '2', '3', '4', '5', '6', '7']);
      await arrive('clocks-8.csv', 8);
      expect(JSON.parse((await publish().ended).stdout)).toMatchObject({ version: 12, rows: 9 });
      expect((await ids()).includes('8')).toBe(true);
    });

    test('a load from the bucket copies every row', async () => {
      const postgres = await startPostgres();
      try {
        const url = await postgres.createDatabase();
        const ended = await casparian(['load', 'clocks', '--to', url, '--json', ...home()], { env: env() });
        expect(JSON.parse(ended.stdout)).toMatchObject({ rows_inserted: 9, rows_deleted: 0 });
      } finally {
        await postgres.remove();
      }
    });
  },
);
