import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JobRecord } from '../../../src/engine/index.js';
import { allowAuto } from '../../../src/pipeline/routing/allow-auto.js';
import { contractVersions, currentContract, freezeContract } from '../../../src/pipeline/builtin/contracts.js';
import { planJobs } from '../../../src/pipeline/index.js';
import { STORES } from '../../cli/store.js';
import { jobEnds } from '../../engine/staging/workers.js';
import { type ScannedFile, useWorkplace } from '../jobs/workplace.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';

describe.each(STORES)('the contract of a dataset, on %s', (kind) => {
  const place = useWorkplace(kind);
  beforeAll(async () => void (await allowAuto(rowsOfTenant(place.engine), {})));

  const jobOf = async ({ id }: ScannedFile): Promise<JobRecord> => {
    await planJobs(place.engine, TENANT);
    const [row] = await place.rows<{ job_id: string }>(`SELECT job_id FROM cf_file_parses WHERE file_id = '${id}'`);
    return jobEnds(place.engine, row!.job_id);
  };
  const read = async (name: string, content: string) => jobOf(await place.file(name, content));
  const columnsOf = async (dataset: string) => {
    const { contract } = (await currentContract(rowsOfTenant(place.engine), dataset))!;
    const { columns } = JSON.parse(contract) as { columns: { name: string; type: string }[] };
    return Object.fromEntries(columns.map(({ name, type }) => [name, type]));
  };
  const rowsOf = async (dataset: string): Promise<Record<string, unknown>[]> => {
    const outputs = await place.rows<{ path: string }>(
      `SELECT path FROM cf_outputs WHERE superseded_at IS NULL AND output = '${dataset}' ORDER BY id`,
    );
    const texts = await Promise.all(outputs.map(({ path }) => readFile(join(place.home, 'output', path), 'utf8')));
    return texts
      .flatMap((text) => text.split('\n').filter(Boolean))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  test('is inferred from all files that are known, not from the first one', async () => {
    const files = [
      await place.file('all-1.csv', 'id,zip,amount\n1,10115,10\n2,20095,20\n'),
      await place.file('all-2.csv', 'id,zip,amount,city\n3,01067,1.5,Ulm\n'),
      await place.file('all-3.csv', 'id,zip\n4,80331\n'),
    ];
    await planJobs(place.engine, TENANT);
    for (const file of files) expect(await jobOf(file)).toMatchObject({ status: 'completed' });
    expect(await columnsOf('all')).toEqual({ id: 'int', zip: 'string', amount: 'decimal(18,1)', city: 'string' });
    const rows = (await rowsOf('all')).map(({ id, zip, amount, city }) => [id, zip, amount, city]);
    expect(rows.sort()).toEqual([
      [1, '10115', '10.0', null],
      [2, '20095', '20.0', null],
      [3, '01067', '1.5', 'Ulm'],
      [4, '80331', null, null],
    ]);
    expect(await contractVersions(rowsOfTenant(place.engine), 'all')).toHaveLength(1);
  });

  test('is widened by a later file, version by version, each with the file that caused it', async () => {
    await read('grow-1.csv', 'id,code,net,day\n1,7,10,2024-01-31\n2,8,20,2024-02-01\n');
    const jobs = [
      await read('grow-2.csv', 'id,code,net,day\n3,9,1.25,2024-02-02\n'),
      await read('grow-3.csv', 'id,code,net,day\n4,007,2,31.03.2024\n'),
      await read('grow-4.csv', 'id,net,day,city\n5,3,2024-03-01,Ulm\n'),
    ];
    expect(jobs.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    expect(await columnsOf('grow')).toMatchObject({
      code: 'string',
      net: 'decimal(18,2)',
      day: 'date',
      city: 'string',
    });
    const versions = await contractVersions(rowsOfTenant(place.engine), 'grow');
    expect(
      versions.map(({ origin, source, changes }) => [origin, source.slice(-10), JSON.parse(changes) as string[]]),
    ).toEqual([
      ['inferred', 'grow-1.csv', []],
      ['widened', 'grow-2.csv', ["column 'net' was int and is decimal(18,2)"]],
      ['widened', 'grow-3.csv', [
        "column 'code' was int and is string",
        "column 'day' was date and is date iso or %d.%m.%Y",
      ]], // oxfmt-ignore
      ['widened', 'grow-4.csv', ["column 'city' was added as string", 'columns may be missing']],
    ]);
    const rows = (await rowsOf('grow')).map(({ id, code, net, day, city }) => [id, code, net, day, city ?? null]);
    expect(rows).toEqual([
      [1, 7, 10, '2024-01-31', null],
      [2, 8, 20, '2024-02-01', null],
      [3, 9, '1.25', '2024-02-02', null],
      [4, '007', '2.00', '2024-03-31', null],
      [5, null, '3.00', '2024-03-01', 'Ulm'],
    ]);
    expect((jobs[0]!.result as { notes: string[] }).notes).toContain(
      "The contract of 'grow' was widened for this file: column 'net' was int and is decimal(18,2)",
    );
    const events = await place.rows<{ event_type: string }>(
      `SELECT event_type FROM cf_events WHERE aggregate_id = 'grow' ORDER BY position`,
    );
    expect(events.map(({ event_type }) => event_type)).toEqual([
      'contract.inferred',
      ...['contract.widened', 'contract.widened', 'contract.widened'],
    ]);
  });

  test('does not become text for a word among numbers, nor for a file of another table', async () => {
    await read('firm-1.csv', 'id,net\n1,10\n2,20\n3,30\n');
    expect(await read('firm-2.csv', 'id,net\n4,40\n5,oops\n6,60\n')).toMatchObject({
      status: 'completed_with_warnings',
      result: { rows_valid: 2, rows_quarantined: 1 },
    });
    expect(await read('firm-3.csv', 'name,street,town\nAnna,Main Street,Ulm\n')).toMatchObject({
      status: 'failed',
      errors: [{ code: 'COLUMNS_MISMATCH' }],
    });
    expect(await contractVersions(rowsOfTenant(place.engine), 'firm')).toHaveLength(1);
    // The slip in an earlier file does not keep the column from widening.
    expect(await read('firm-4.csv', 'id,net,city\n7,0.125,Ulm\n8,2,Ulm\n')).toMatchObject({ status: 'completed' });
    expect(await columnsOf('firm')).toMatchObject({ net: 'decimal(18,3)', city: 'string' });
  });

  test('becomes text when most values of a file are text, and keeps every row', async () => {
    await read('soft-1.csv', 'id,net\n1,10\n2,20\n');
    expect(await read('soft-2.csv', 'id,net\n3,none yet\n4,unknown\n5,50\n')).toMatchObject({ status: 'completed' });
    expect(await columnsOf('soft')).toEqual({ id: 'int', net: 'string' });
  });

  test('stays as it is when it is frozen, and widens again when it is not', async () => {
    await read('ice-1.csv', 'id,net\n1,10\n2,20\n');
    const database = rowsOfTenant(place.engine);
    expect(await freezeContract(database, 'ice', true)).toBe(true);
    expect(await freezeContract(database, 'ice', true)).toBe(false);
    expect(await read('ice-2.csv', 'id,net,city\n3,30,Ulm\n')).toMatchObject({ status: 'failed' });
    expect(await read('ice-3.csv', 'id,net\n4,1.5\n5,50\n6,60\n')).toMatchObject({ status: 'completed_with_warnings' });
    expect(await freezeContract(database, 'ice', false)).toBe(true);
    expect(await read('ice-4.csv', 'id,net,city\n7,2.5,Ulm\n')).toMatchObject({ status: 'completed' });
    expect(await columnsOf('ice')).toEqual({ id: 'int', net: 'decimal(18,1)', city: 'string' });
  });

  test('says nothing about a stray notes.txt, which is skipped; a csv that is not a table fails', async () => {
    const prose =
      'Notes about these files\n\nThey were downloaded on Monday.\nPlease ask Anna before you delete any.\n';
    const skipped = await read('notes.txt', prose);
    expect(skipped).toMatchObject({ status: 'completed', result: { rows_in: 0, outputs: [] } });
    expect((skipped.result as { skipped: string }).skipped).toContain('is not read as a table');
    expect(await currentContract(rowsOfTenant(place.engine), 'notes')).toBeUndefined();
    expect(await read('void.csv', '')).toMatchObject({ status: 'failed', errors: [{ code: 'INPUT_NOT_A_TABLE' }] });
  });

  test('is one line of versions when several workers widen it at the same time, and no row is lost', async () => {
    await place.startWorker({ concurrency: 4 }, await place.openRuntime());
    await read('race-1.csv', 'id,net\n1,10\n2,20\n');
    const files: ScannedFile[] = [];
    for (let month = 2; month <= 9; month++) {
      const value = month % 2 === 0 ? `1.${'5'.repeat(month)}` : `${month},extra`;
      const header = month % 2 === 0 ? 'id,net' : 'id,net,more';
      files.push(await place.file(`race-${month}.csv`, `${header}\n${month},${value}\n`));
    }
    const jobs = await Promise.all((await planJobs(place.engine, TENANT), files).map(jobOf));
    expect(jobs.map(({ status }) => status)).toEqual(files.map(() => 'completed'));
    expect(await columnsOf('race')).toEqual({
      ...{ id: 'int', more: 'string' },
      net: expect.stringMatching(/^decimal\(\d+,8\)$/) as string,
    });
    const current = await place.rows(`SELECT hash FROM cf_contracts WHERE dataset = 'race' AND replaced_at IS NULL`);
    expect(current).toHaveLength(1);
    expect((await rowsOf('race')).map(({ id }) => Number(id)).sort()).toEqual([1, 2, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
