import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DUCKDB_VERSION, duckDbPlatform } from '../../src/datasets/index.js';
import { createStorages, type Storage } from '../../src/storage/index.js';
import { casparian, type Ended, start } from '../cli/casparian.js';
import { startServer } from '../server/running-server.js';
import { HTTPFS, httpfsInstalled } from '../pipeline/buckets/bucket-place.js';
import { newBucket, S3_KEYS } from '../services/shared-s3.js';
import { type DurableS3Server, startVersitygw, versitygwInstalled } from '../services/versitygw.js';

const PARSER = `class Parser:
    name = 'lines'
    version = '1.0.0'
    topics = ['lines']
    outputs = {'id': 'int!'}

    def parse(self, ctx):
        with open(ctx.input_path) as file:
            yield [{'id': line} for line in file.read().split()]
`;

/** The commands that users type, with inputs and outputs in a bucket of a real server. */
describe.skipIf(!versitygwInstalled() || !httpfsInstalled())('commands with inputs and outputs in a bucket', () => {
  let server: DurableS3Server;
  let folder: string;
  let inputs: Storage;
  let outputs: Storage;
  beforeEach(() => {
    for (const [name, value] of Object.entries(S3_KEYS)) vi.stubEnv(name, value);
  });
  beforeAll(async () => {
    server = await startVersitygw();
    const bucket = await newBucket(server.url);
    folder = await mkdtemp(join(tmpdir(), 'casparian-test-'));
    const storages = createStorages({ endpoint: server.url });
    [inputs, outputs] = [storages.at(`s3://${bucket}/in`), storages.at(`s3://${bucket}/out`)];
    if (existsSync(HTTPFS)) {
      const name = 'httpfs.duckdb_extension';
      await cp(HTTPFS, join(folder, 'home/extensions', `v${DUCKDB_VERSION}`, duckDbPlatform(), name));
    }
  });
  afterAll(async () => {
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const options = () => ({
    cwd: folder,
    env: {
      ...{ ...S3_KEYS, CASPARIAN_HOME: join(folder, 'home'), CASPARIAN_OUTPUT: outputs.root },
      ...{ CASPARIAN_S3_ENDPOINT: server.url, CASPARIAN_WATCH_POLL_SECONDS: '1' },
    },
  });
  const say = async (...args: string[]): Promise<Ended> => {
    const ended = await casparian(args, options());
    expect(ended.code, `${args.join(' ')}\n${ended.stderr}`).toBe(0);
    return ended;
  };
  const json = async (...args: string[]): Promise<unknown> => JSON.parse((await say(...args, '--json')).stdout);
  const put = (name: string, text: string): Promise<void> => inputs.write(name, Buffer.from(text));
  const keys = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const page of outputs.list('')) found.push(...page.map(({ key }) => key));
    return found;
  };

  test('query, export, verify, lineage, compact and prune read and write the bucket', async () => {
    await put('orders-1.csv', 'id,amount\n1,1.50\n2,2.50\n');
    await put('orders-2.csv', 'id,amount\n3,3.50\n');
    expect(await json('scan', inputs.root, '--auto')).toMatchObject({ discovered: 2, changed: 2, jobs_created: 2 });
    expect(await json('process')).toMatchObject({ completed: 2, rows_valid: 3 });
    expect(await json('query', 'SELECT id FROM orders ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    await say('export', 'orders', '--to', join(folder, 'orders.csv'));
    expect((await readFile(join(folder, 'orders.csv'), 'utf8')).split('\n')).toHaveLength(5);
    expect(await json('verify')).toMatchObject({ checked: 2, ok: 2 });
    expect((await say('lineage', 'orders')).stdout).toContain(`${inputs.root}/orders-1.csv`);
    await say('datasets', 'compact', 'orders');
    await say('outputs', 'prune', '--older-than', '0s');
    expect(await keys()).toEqual([expect.stringMatching(/^builtin\/orders\/merged-.*\.parquet$/)]);
    expect(await json('query', 'SELECT count(*) AS n FROM orders')).toEqual([{ n: 3 }]);
    expect(await json('verify')).toMatchObject({ ok: 1 });
    const run = await casparian(['run', inputs.addressOf('orders-1.csv'), '--out', join(folder, 'run')], options());
    expect([run.code, run.stderr]).toEqual([0, expect.not.stringContaining('Error')]);
  });

  test('a parser in Python reads a copy of the object, and its rows name the object', async () => {
    await writeFile(join(folder, 'lines.py'), PARSER);
    await put('lines/a.txt', '7 8 x');
    await say('parser', 'register', join(folder, 'lines.py'));
    await say('scan', `${inputs.root}/lines`, '--tag', 'lines');
    expect(await json('process')).toMatchObject({ rows_valid: 2, rows_quarantined: 1 });
    expect(await json('query', 'SELECT id, _cf_source FROM lines ORDER BY id')).toEqual([
      { id: 7, _cf_source: `${inputs.root}/lines/a.txt` },
      { id: 8, _cf_source: `${inputs.root}/lines/a.txt` },
    ]);
  });

  test('the HTTP API scans the prefixes that are allowed, and shows lines of objects', async () => {
    await put('served/a.csv', 'id\n1\n');
    const { CASPARIAN_HOME: _, ...env } = options().env;
    const served = await startServer('sqlite', {
      env: { ...env, CASPARIAN_HTTP_SCAN_FOLDERS: `${inputs.root}/served` },
    });
    const key = await served.keyOf('Admin');
    const scan = (address: string) => served.call('POST /v1/scans', { key, body: { folders: [address], auto: true } });
    expect(await scan(`${inputs.root}/served`)).toMatchObject({ status: 200, json: { discovered: 1, changed: 1 } });
    expect(await scan(inputs.root)).toMatchObject({ status: 403, json: { error: { code: 'NOT_PERMITTED' } } });
    const files = await served.call<{ items: { id: string }[] }>('GET /v1/files', { key });
    const lines = await served.call(`GET /v1/files/${files.json.items[0]!.id}/lines?first=2`, { key });
    expect(lines).toMatchObject({ status: 200, json: { lines: [{ text: '1' }], more: false } });
  });

  test('start --watch lists the bucket, and processes what comes', async () => {
    await put('watched/early.csv', 'id\n1\n');
    const daemon = start(['start', '--watch', `${inputs.root}/watched`, '--auto', '--json'], options());
    await daemon.line('stderr', /completed \(1 row\): early\.csv/);
    await put('watched/late.csv', 'id\n2\n');
    await daemon.line('stderr', /completed \(1 row\): late\.csv/);
    daemon.process.kill('SIGTERM');
    expect((await daemon.ended).code).toBe(0);
  });
});
