import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JobRecord } from '../../../src/engine/index.js';
import { allowAuto } from '../../../src/pipeline/routing/allow-auto.js';
import { currentContract, freezeContract, setContract } from '../../../src/pipeline/builtin/contracts.js';
import {
  backfillPlan,
  executeBackfill,
  openSpool,
  pipelineHome,
  planJobs,
  REPLAY_JOB,
  suggestContract,
} from '../../../src/pipeline/index.js';
import { addTopics } from '../../../src/pipeline/registry/parser-topics.js';
import { VERSION } from '../../../src/platform/index.js';
import { STORES } from '../../cli/store.js';
import { jobEnds } from '../../engine/staging/workers.js';
import { NUMBERS_PARSER, type ScannedFile, useWorkplace } from '../jobs/workplace.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';
import { hintText } from '../../../src/cli/output/hint-text.js';

describe.each(STORES)('a file without a parser, on %s', (kind) => {
  const place = useWorkplace(kind);
  beforeAll(async () => void (await allowAuto(rowsOfTenant(place.engine), {})));

  const jobOf = async ({ id }: ScannedFile): Promise<JobRecord> => {
    await planJobs(place.engine, TENANT);
    const [row] = await place.rows<{ job_id: string }>(
      `SELECT job_id FROM cf_file_parses WHERE file_id = '${id}' AND parser = 'builtin'`,
    );
    return jobEnds(place.engine, row!.job_id);
  };
  const read = async (name: string, content: string) => jobOf(await place.file(name, content));
  const contractOf = async (dataset: string) => (await currentContract(rowsOfTenant(place.engine), dataset))!;
  const freeze = async (dataset: string) => freezeContract(rowsOfTenant(place.engine), dataset, true);
  const rowsOf = async (dataset: string): Promise<Record<string, unknown>[]> => {
    const outputs = await place.rows<{ path: string }>(
      `SELECT path FROM cf_outputs WHERE superseded_at IS NULL AND output = '${dataset}' ORDER BY id`,
    );
    const texts = await Promise.all(outputs.map(({ path }) => readFile(join(place.home, 'output', path), 'utf8')));
    return texts
      .flatMap((text) => text.split('\n').filter(Boolean))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  test('makes the contract of its dataset, and the next file is held to it', async () => {
    const first = await read('orders-2024-01.csv', 'id,zip,amount\n1,01067,1.50\n2,10115,2.25\n');
    expect(first).toMatchObject({ status: 'completed', result: { rows_in: 2, rows_valid: 2 } });
    const { contract, origin, source, hash } = await contractOf('orders');
    expect({ origin, source }).toEqual({
      origin: 'inferred',
      source: join(place.home, 'incoming', 'orders-2024-01.csv'),
    });
    expect(JSON.parse(contract)).toMatchObject({
      columns: [
        { name: 'id', type: 'int' },
        { name: 'zip', type: 'string' },
        { name: 'amount', type: 'decimal(18,2)' },
      ],
      dialect: { header_lines: 1 },
    });
    // Another delimiter is no other table.
    const second = await read('Orders-2024-02.csv', 'id;zip;amount\n3;80331;x\n4;04109;4.00\n');
    expect(second).toMatchObject({ status: 'completed_with_warnings', result: { rows_valid: 1, rows_quarantined: 1 } });
    const rows = await rowsOf('orders');
    expect(rows.map(({ id, zip }) => [id, zip])).toEqual([
      [1, '01067'],
      [2, '10115'],
      [4, '04109'],
    ]);
    expect(rows[0]).toMatchObject({ _cf_parser: `builtin:csv@${VERSION}`, _cf_job_id: first.id, _cf_row: 1 });
    const outputs = await place.rows(
      `SELECT parser, version, source_hash, output FROM cf_outputs WHERE output = 'orders'`,
    );
    expect(outputs[1]).toEqual({ parser: 'builtin', version: VERSION, source_hash: hash, output: 'orders' });
  });

  test('with other columns than its frozen contract fails and says which, unless the contract lets it pass', async () => {
    await read('drift-1.csv', 'id,net\n1,10\n2,20\n');
    await freeze('drift');
    const refused = await read('drift-2.csv', 'id,gross\n3,30\n');
    expect(refused).toMatchObject({
      status: 'failed',
      attempts: 1,
      errors: [{ code: 'COLUMNS_MISMATCH', phase: 'Contract' }],
    });
    const { message, why, next } = refused.errors[0]!;
    expect(message).toContain("column 'net' is missing");
    expect(why).toBe("Also: column 'gross' is new.");
    expect(next!.map(hintText).join('\n')).toContain('casparian datasets contract drift --set');

    const { contract } = await contractOf('drift');
    const lenient = contract
      .replace('"added": "fail"', '"added": "ignore"')
      .replace('"missing": "fail"', '"missing": "null"');
    const given = { dataset: 'drift', contract: lenient, source: '/lenient.json' };
    expect(await setContract(rowsOfTenant(place.engine), given)).toBe(true);
    expect(await setContract(rowsOfTenant(place.engine), given)).toBe(false);
    expect(await backfillPlan(rowsOfTenant(place.engine), 'builtin')).toMatchObject({
      parser: 'builtin',
      version: VERSION,
    });
    await executeBackfill(place.engine, { tenant: TENANT, parser: 'builtin' });
    const file = await place.file('drift-2.csv', 'id,gross\n3,30\n');
    expect(await jobOf(file)).toMatchObject({
      status: 'completed',
      result: {
        rows_valid: 1,
        notes: [
          "By the contract of 'drift', column 'net' is missing",
          "By the contract of 'drift', column 'gross' is new",
        ],
      },
    });
    await jobOf(await place.file('drift-1.csv', 'id,net\n1,10\n2,20\n'));
    expect((await rowsOf('drift')).map(({ id, net }) => [id, net]).sort()).toEqual([
      [1, 10],
      [2, 20],
      [3, null],
    ]);
    expect(await backfillPlan(rowsOfTenant(place.engine), 'builtin')).toMatchObject({ files: 0 });
  });

  test('whose types have changed fails for its rows if the contract is frozen, and the failure names the columns', async () => {
    await read('narrow-1.csv', 'id,amount\n1,10\n2,20\n');
    await freeze('narrow');
    const job = await read('narrow-2.csv', 'id,amount\n3,1.5\n4,2.5\n');
    expect(job).toMatchObject({ status: 'failed', errors: [{ code: 'QUARANTINE_LIMIT' }] });
    expect(job.errors[0]!.why).toContain("column 'amount' was int and is now decimal");
    expect(await rowsOf('narrow')).toHaveLength(2);
  });

  test('that does not fit a frozen contract is read by the contract that is suggested over all of them', async () => {
    const files: [string, string][] = [
      ['wide-1.csv', 'id,amount\n1,10\n2,20\n'],
      ['wide-2.csv', 'id,amount\n3,1.5\n4,2.25\n'],
      ['wide-3.csv', 'id,amount,city\n5,30,Ulm\n'],
      ['wide-4.csv', 'id\n6\n7\n'],
      ['wide-5.csv', 'id;amount\n8;40\n9;50\n'],
      ['wide-6.csv', ''],
    ];
    const jobs: JobRecord[] = [];
    for (const [name, content] of files) {
      jobs.push(await read(name, content));
      await freeze('wide');
    }
    expect(jobs.map(({ status }) => status)).toEqual([
      'completed',
      'failed',
      'failed',
      'failed',
      'completed',
      'failed',
    ]);
    for (const { errors } of jobs.slice(1, 4))
      expect(errors[0]!.next!.map(hintText).join()).toContain('contract wide --suggest');

    const database = rowsOfTenant(place.engine);
    const suggested = await suggestContract(database, 'wide', {
      spool: openSpool(pipelineHome(place.home)),
      signal: new AbortController().signal,
    });
    expect(suggested).toMatchObject({ files: 5, unreadable: [expect.stringContaining('wide-6.csv')] });
    expect(JSON.parse(suggested.contract)).toMatchObject({
      columns: [{ name: 'id', type: 'int' }, { name: 'amount', type: 'decimal(18,2)' }, { name: 'city' }],
      dialect: { header_lines: 1 },
      drift: { added: 'fail', missing: 'null' },
    });
    await setContract(database, { dataset: 'wide', contract: suggested.contract, source: '/wide.json' });
    await executeBackfill(place.engine, { tenant: TENANT, parser: 'builtin' });
    for (const [name, content] of files.slice(0, 5)) {
      expect(await jobOf(await place.file(name, content)), name).toMatchObject({ status: 'completed' });
    }
    expect((await rowsOf('wide')).map(({ id, amount, city }) => [id, amount, city]).sort()).toEqual([
      [1, '10.00', null],
      [2, '20.00', null],
      [3, '1.50', null],
      [4, '2.25', null],
      [5, '30.00', 'Ulm'],
      [6, null, null],
      [7, null, null],
      [8, '40.00', null],
      [9, '50.00', null],
    ]);
  });

  test('has its quarantined rows replayed once it was repaired', async () => {
    await read('days-1.csv', 'id,day\n1,2024-01-01\n2,2024-01-02\n');
    const text = 'id,day\n3,2024-01-03\n4,2024-01-04\n5,never\n';
    const job = await read('days-2.csv', text);
    expect(job).toMatchObject({ status: 'completed_with_warnings', result: { rows_quarantined: 1 } });
    const path = join(place.home, 'incoming', 'days-2.csv');
    await writeFile(path, text.replace('never', '2024-01-05'));
    const { id } = await place.engine.enqueue(REPLAY_JOB, { parser: 'builtin', path, replay_of: job.id });
    expect(await jobEnds(place.engine, id)).toMatchObject({
      status: 'completed',
      result: { recovered: 1, still_quarantined: 0, rows: [{ output: 'days', row_number: 3, status: 'recovered' }] },
    });
    expect((await rowsOf('days')).map(({ id: number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  test('supersedes its earlier rows when it has changed', async () => {
    await read('stock.csv', 'id\n1\n2\n');
    await read('stock.csv', 'id\n2\n3\n4\n');
    expect((await rowsOf('stock')).map(({ id }) => id)).toEqual([2, 3, 4]);
  });

  test('that is none of the formats fails for good, with what to do', async () => {
    const rubbish = Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * 7_919) % 256)).toString('latin1');
    for (const [name, content] of [
      ['empty.csv', ''],
      ['rubbish.xlsx', `PK\x03\x04${rubbish}`],
      ['fake.parquet', `PAR1${rubbish}`],
    ]) {
      const job = await read(name!, content!);
      expect(job, name).toMatchObject({ status: 'failed', attempts: 1 });
      expect(job.errors[0]!.code, name).not.toBe('INTERNAL');
      expect(job.errors[0]!.next!.length, name).toBeGreaterThan(0);
      expect(await place.filesOf(job.id)).toEqual([]);
    }
    expect(await currentContract(rowsOfTenant(place.engine), 'empty')).toBeUndefined();
  });

  test('that has no rows makes no contract, since all its columns would be text', async () => {
    expect(await read('sparse-1.csv', 'id,amount\n')).toMatchObject({
      status: 'completed',
      result: { rows_in: 0, outputs: [] },
    });
    expect(await currentContract(rowsOfTenant(place.engine), 'sparse')).toBeUndefined();
    await read('sparse-2.csv', 'id,amount\n1,2\n');
    expect(await rowsOf('sparse')).toMatchObject([{ id: 1, amount: 2 }]);
  });

  test('is left to a registered parser, whose rows take the place of those that were read without it', async () => {
    const file = await place.file('numbers.csv', '1,10\n2,20\n');
    expect(await jobOf(file)).toMatchObject({ status: 'completed' });
    expect(await rowsOf('numbers')).toHaveLength(2);
    const numbers = await place.register(NUMBERS_PARSER);
    expect(await place.parse(file, numbers)).toMatchObject({ status: 'completed' });
    const parsers = await place.rows(
      `SELECT DISTINCT parser FROM cf_outputs WHERE superseded_at IS NULL AND file_id = '${file.id}'`,
    );
    expect(parsers).toEqual([{ parser: 'numbers' }]);
    await addTopics(rowsOfTenant(place.engine), 'numbers', ['none']);
  });

  test('is held to one contract with others that come first at the same moment, in several processes', async () => {
    await place.startWorker({ concurrency: 4 }, await place.openRuntime());
    const files: ScannedFile[] = [];
    for (let month = 1; month <= 8; month++) {
      const rows = Array.from({ length: 3 }, (_, row) => `${month}${row},${month % 2 === 0 ? `${row}.5` : row}`);
      files.push(await place.file(`race-2024-0${month}.csv`, `id,value\n${rows.join('\n')}\n`));
    }
    const jobs = await Promise.all((await planJobs(place.engine, TENANT), files).map(jobOf));
    const contracts = await place.rows(`SELECT hash FROM cf_contracts WHERE dataset = 'race'`);
    expect(contracts).toHaveLength(1);
    const hashes = await place.rows(`SELECT DISTINCT source_hash FROM cf_outputs WHERE output = 'race'`);
    expect(hashes).toEqual(contracts.map((row) => ({ source_hash: (row as { hash: string }).hash })));
    const types = new Set((await rowsOf('race')).map(({ value }) => typeof value));
    expect(types.size).toBe(1);
    for (const job of jobs) expect(['completed', 'completed_with_warnings', 'failed']).toContain(job.status);
  });
});
