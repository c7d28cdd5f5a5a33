import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifyOutputs, namedDatasets } from '../../../src/datasets/index.js';
import { traceRows } from '../../../src/datasets/sql.js';
import { compactDatasets, readRawLines } from '../../../src/operations/index.js';
import { openSpool, pruneOutputs, suggestContract, suggestRepairs } from '../../../src/pipeline/index.js';
import { s3Available } from '../../services/shared-s3.js';
import { rowsOfTenant } from '../staging/tenant.js';
import { httpfsInstalled, useBucketPlace } from './bucket-place.js';

const hasHttpfs = httpfsInstalled();

describe.skipIf(!s3Available)('inputs and outputs in a bucket', () => {
  const place = useBucketPlace('sqlite');
  const downloads = (): number =>
    place.server.requests.filter(({ method, path }) => method === 'GET' && path.includes('/in/')).length;

  test('files become rows, and are downloaded once for the scan and the job', async () => {
    await place.put('orders-2024-01.csv', 'id,amount\n1,1.50\n2,2.50\n');
    await place.put('deep/orders-2024-02.csv', 'id,amount\n3,3.50\n');
    await place.put('.hidden.csv', 'id\n1\n');
    const { scanned, planned } = await place.scan();
    expect(scanned).toMatchObject({ discovered: 2, changed: 2, unchanged: 0, missing: 0, problems: [] });
    expect(planned.jobsCreated).toBe(2);
    expect(await place.process()).toMatchObject({ completed: 2, failed: 0, rowsValid: 3 });
    expect(downloads()).toBe(2);
    expect(await place.keys(place.outputs)).toEqual([
      expect.stringMatching(/^builtin\/orders\/[0-9a-f-]{36}-1\.parquet$/),
      expect.stringMatching(/^builtin\/orders\/[0-9a-f-]{36}-1\.parquet$/),
    ]);
    // Nothing is left beside the copies that the budget allows.
    expect(await readdir(join(place.home.spool, 'held'))).toEqual([]);
    expect(await readdir(place.home.staging)).toEqual([]);
  });

  test('a scan reads nothing that looks as before, and marks what is gone', async () => {
    await place.put('gone.csv', 'id\n1\n');
    await place.scan();
    place.server.requests = [];
    expect((await place.scan()).scanned).toMatchObject({ discovered: 3, changed: 0, unchanged: 3, missing: 0 });
    expect(downloads()).toBe(0);
    await place.inputs.remove(['gone.csv']);
    expect((await place.scan()).scanned).toMatchObject({ discovered: 2, missing: 1 });
  });

  test('an address without files is a mistake', async () => {
    const spool = openSpool(place.home);
    const { scanFolder } = await import('../../../src/pipeline/files/scan-folder.js');
    const root = `${place.inputs.root}/no-such-folder`;
    const request = { root, tags: [], patterns: [], ignore: [], rehash: false, spool };
    await expect(scanFolder(rowsOfTenant(place.engine), request)).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
    expect(await scanFolder(rowsOfTenant(place.engine), { ...request, mayBeEmpty: true })).toMatchObject({
      discovered: 0,
    });
  });

  test('one object can be scanned by its address, and .casparianignore counts', async () => {
    const { scanFolder } = await import('../../../src/pipeline/files/scan-folder.js');
    const spool = openSpool(place.home);
    const request = { tags: ['one'], patterns: [], ignore: [], rehash: false, spool };
    const root = place.inputs.addressOf('orders-2024-01.csv');
    expect(await scanFolder(rowsOfTenant(place.engine), { ...request, root })).toMatchObject({ discovered: 1 });
    await place.inputs.write('ignored/.casparianignore', Buffer.from('*.log\n'));
    await place.inputs.write('ignored/a.log', Buffer.from('x'));
    await place.inputs.write('ignored/b.csv', Buffer.from('id\n1\n'));
    const folder = { ...request, root: `${place.inputs.root}/ignored` };
    expect(await scanFolder(rowsOfTenant(place.engine), folder)).toMatchObject({ discovered: 1 });
    await place.inputs.remove(['ignored/.casparianignore', 'ignored/a.log', 'ignored/b.csv']);
  });

  test('a changed object replaces its rows', async () => {
    await place.put('orders-2024-01.csv', 'id,amount\n1,1.50\n9,9.50\n');
    expect((await place.scan()).scanned).toMatchObject({ changed: 1 });
    expect(await place.process()).toMatchObject({ completed: 1 });
    const current = await place.engine.database.query<{ path: string }>(
      'SELECT path FROM cf_outputs WHERE superseded_at IS NULL',
    );
    expect(current).toHaveLength(2);
    expect(current.every(({ path }) => path.startsWith(place.outputs.root))).toBe(true);
  });

  test('an object that is replaced while it is read fails the attempt, and its rows are those of the new one', async () => {
    await place.put('late-2024-01.csv', 'id\n1\n');
    await place.scan();
    let looks = 0;
    // The first look belongs to the download, the second to the commit.
    place.server.decide = ({ method, path }) => {
      if (method === 'HEAD' && path.includes('late-2024-01') && (looks += 1) === 2) {
        void place.put('late-2024-01.csv', 'id\n2\n3\n');
        return { kind: 'delay', ms: 300 };
      }
      return undefined;
    };
    await place.processAll();
    const [row] = await place.engine.database.query<{ rows: number }>(
      `SELECT sum(row_count) AS rows FROM cf_outputs WHERE superseded_at IS NULL AND output = 'late'`,
    );
    expect(looks).toBeGreaterThan(2);
    expect(Number(row?.rows)).toBe(2);
  });

  test('500s, lost responses and cut connections do not change the rows', async () => {
    for (let file = 1; file <= 6; file += 1) await place.put(`storm-${file}.csv`, `id\n${file}\n`);
    const faults = [
      { kind: 'status', status: 500 },
      { kind: 'lost response' },
      { kind: 'status', status: 503 },
      { kind: 'refused' },
      { kind: 'cut', afterBytes: 3 },
    ] as const;
    place.server.decide = ({ number }) =>
      number % 3 === 1 ? faults[Math.floor(number / 3) % faults.length] : undefined;
    await place.scan();
    await place.processAll();
    place.server.decide = () => undefined;
    const rows = await place.engine.database.query<{ path: string; row_count: number }>(
      `SELECT path, row_count FROM cf_outputs WHERE superseded_at IS NULL AND output = 'storm'`,
    );
    expect(rows.map(({ row_count }) => Number(row_count))).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await place.outputs.abortUploads('', { olderThanMs: 0 })).toBe(0);
  });

  test('registered files are verified, traced and compacted, and old ones are pruned', async () => {
    const database = rowsOfTenant(place.engine);
    const known = await namedDatasets(database);
    const orders = known.find(({ name }) => name === 'orders')!;
    expect(await verifyOutputs([orders], { database, folder: place.home })).toMatchObject({ checked: 2, ok: 2 });
    if (!hasHttpfs) return;
    const { origins } = await traceRows({ database, folder: place.home, dataset: orders, limit: 10 });
    expect(origins.map(({ sourceState, outputState }) => [sourceState, outputState])).toEqual([
      ['unchanged', 'unchanged'],
      ['unchanged', 'unchanged'],
    ]);
    const before = await place.query('SELECT id, amount FROM orders ORDER BY id');
    expect(before).toEqual([
      { id: 1, amount: 1.5 },
      { id: 3, amount: 3.5 },
      { id: 9, amount: 9.5 },
    ]);
    const [compacted] = await compactDatasets(database, { dataset: 'orders', home: place.home });
    expect(compacted).toMatchObject({ filesBefore: 2, filesAfter: 1 });
    expect(await place.query('SELECT id, amount FROM orders ORDER BY id')).toEqual(before);
    expect(await pruneOutputs(database, place.home, { olderThanMs: 0, dryRun: false })).toMatchObject({ orphans: 0 });
    expect((await place.keys(place.outputs)).filter((key) => key.startsWith('builtin/orders/'))).toEqual([
      expect.stringMatching(/^builtin\/orders\/merged-/),
    ]);
    expect(await place.query('SELECT id, amount FROM orders ORDER BY id')).toEqual(before);
  });

  test.skipIf(!hasHttpfs)('a query reads its datasets and nothing else', async () => {
    expect(await place.query('SELECT count(*) AS n FROM storm')).toEqual([{ n: 6 }]);
    const other = place.inputs.addressOf('storm-1.csv');
    for (const sql of [
      `SELECT * FROM '${other}', storm`,
      `SELECT * FROM read_csv('${other}'), storm`,
      `SELECT * FROM glob('${place.outputs.root}/**'), storm`,
      `SELECT * FROM read_text('/etc/passwd'), storm`,
      `COPY storm TO '${place.outputs.root}/stolen.csv'`,
      `CREATE SECRET mine (TYPE s3, KEY_ID 'a', SECRET 'b')`,
    ]) {
      await expect(place.query(sql), sql).rejects.toHaveProperty('code', expect.stringMatching(/^QUERY_/));
    }
    const secrets = JSON.stringify(await place.query('SELECT * FROM duckdb_secrets(), (SELECT 1 FROM storm LIMIT 1)'));
    expect(secrets).not.toContain('only-for-tests');
  });

  test.skipIf(!hasHttpfs)('an object that somebody removed is reported', async () => {
    const database = rowsOfTenant(place.engine);
    const orders = (await namedDatasets(database)).find(({ name }) => name === 'orders')!;
    const [merged] = (await place.keys(place.outputs)).filter((key) => key.includes('merged-'));
    await place.outputs.remove([merged!]);
    expect((await verifyOutputs([orders], { database, folder: place.home })).missing).toHaveLength(1);
    await expect(place.query('SELECT * FROM orders')).rejects.toMatchObject({ code: 'OUTPUT_DAMAGED' });
  });

  test('repairs and contracts are suggested from objects, and their lines are shown', async () => {
    await place.put('fixes.csv', 'id,day\n1,2024-01-01\n2,n/a\n3,2024-01-03\n4,2024-01-04\n');
    await place.scan();
    await place.processAll();
    const database = rowsOfTenant(place.engine);
    const how = { spool: openSpool(place.home), signal: new AbortController().signal };
    const report = await suggestRepairs(database, { dataset: 'fixes', parser: 'builtin', output: 'fixes' }, how);
    expect(report).toMatchObject({ files: 1, rows: 4, unread: [] });
    const suggested = await suggestContract(database, 'fixes', how);
    expect(suggested).toMatchObject({ files: 1, unreadable: [] });
    const { storages } = place.home;
    const lines = await readRawLines(storages.locate(place.inputs.addressOf('fixes.csv')), {
      ...{ first: 2, count: 2, signal: how.signal },
    });
    expect(lines).toMatchObject({ first: 2, lines: [{ text: '1,2024-01-01' }, { text: '2,n/a' }], more: true });
    const gone = readRawLines(storages.locate(place.inputs.addressOf('no.csv')), { ...how, first: 1, count: 1 });
    await expect(gone).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
    expect(await readdir(join(place.home.spool, 'held'))).toEqual([]);
  });

  test('without the extension, a query says how to get it', async () => {
    const folder = { ...place.home, extensions: '/nowhere' };
    const { withQuery } = await import('../../../src/datasets/sql.js');
    const request = { database: rowsOfTenant(place.engine), folder, sql: 'SELECT * FROM storm' };
    await expect(withQuery(request, () => Promise.resolve())).rejects.toMatchObject({ code: 'EXTENSION_MISSING' });
  });

  test('the spool stays within its budget, and refuses what does not fit', async () => {
    const spool = openSpool({ ...place.home, spool: join(place.home.spool, 'small'), spoolBytes: 100 });
    for (const name of ['a', 'b', 'c', 'd']) await place.put(`spool/${name}`, name.repeat(40));
    const addresses = ['a', 'b', 'c', 'd'].map((name) => place.inputs.addressOf(`spool/${name}`));
    const held = await spool.hold(addresses[0]!, {});
    const also = await spool.hold(addresses[1]!, {});
    await expect(spool.hold(addresses[2]!, {})).rejects.toMatchObject({ code: 'SPOOL_FULL', retryable: true });
    expect(await readFile(held.path, 'utf8')).toBe('a'.repeat(40));
    await held.release();
    const third = await spool.hold(addresses[2]!, {});
    expect(await readFile(third.path, 'utf8')).toBe('c'.repeat(40));
    expect(await readFile(also.path, 'utf8')).toBe('b'.repeat(40));
    await Promise.all([also.release(), third.release()]);
    await place.put('spool/large', 'x'.repeat(101));
    await expect(spool.fetch(place.inputs.addressOf('spool/large'), {})).rejects.toMatchObject({
      ...{ code: 'SPOOL_FULL', retryable: false },
    });
  });
});
