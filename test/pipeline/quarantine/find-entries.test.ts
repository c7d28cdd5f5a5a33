import { describe, expect, test } from 'vitest';
import type { TenantDatabase } from '../../../src/database/index.js';
import { newId } from '../../../src/platform/index.js';
import { parseQuarantineStatus } from '../../../src/pipeline/quarantine/filter.js';
import {
  countEntries,
  entriesOfJob,
  findEntries,
  jobsWithEntries,
} from '../../../src/pipeline/quarantine/find-entries.js';
import { STORES } from '../../cli/store.js';
import { all, useLedger } from './ledger.js';

const QUARANTINED = { statuses: ['quarantined'] } as const;

describe.each(STORES)('finding quarantined rows in %s', (kind) => {
  const ledger = useLedger(kind);

  test('gives the newest job first, and its rows in their order, over many pages', async () => {
    const parser = newId();
    const numbers = Array.from({ length: 600 }, (_, index) => index);
    const jobs: string[] = [];
    for (let job = 0; job < 2; job++)
      jobs.push(
        await ledger.add(
          numbers.map((row) => ({ row })),
          { parser },
        ),
      );
    const found = await all(findEntries(ledger.database(), { ...QUARANTINED, parser }));
    const expected = jobs.reverse().flatMap((job) => numbers.map((row) => `${job} ${row}`));
    expect(found.map(({ jobId, rowNumber }) => `${jobId} ${rowNumber}`)).toEqual(expected);
  });

  test('reads pages of fewer rows where rows are long, so that memory stays bounded', async () => {
    const raw = JSON.stringify({ note: 'x'.repeat(200_000) });
    const jobId = await ledger.add(Array.from({ length: 80 }, (_, row) => ({ row, raw })));
    const pages: number[] = [];
    const database: TenantDatabase = {
      ...ledger.database(),
      query: async <R extends object>(statement: string, parameters?: readonly unknown[]): Promise<R[]> => {
        const page = await ledger.database().query<R>(statement, parameters);
        pages.push(page.length);
        return page;
      },
    };
    expect(await all(entriesOfJob(database, QUARANTINED, jobId))).toHaveLength(80);
    // 50 rows have 10 million characters, so the next page may have 40.
    expect(pages).toEqual([50, 30]);
  });

  test('finds the jobs of many pages', async () => {
    const parser = newId();
    const rows = Array.from({ length: 201 }, (_, row) => ({ row }));
    const job = await ledger.add(rows, { parser });
    await ledger
      .database()
      .script(`UPDATE cf_quarantine SET job_id = job_id || (1000 + row_number) WHERE job_id = '${job}'`);
    const found = await all(jobsWithEntries(ledger.database(), { ...QUARANTINED, parser }));
    expect(found).toEqual(rows.map(({ row }) => ({ jobId: `${job}${1200 - row}`, rows: 1 })));
  });

  test.each([49, 50, 51])('gives each of %d rows of a job once', async (count) => {
    const numbers = Array.from({ length: count }, (_, index) => index);
    const job = await ledger.add(numbers.map((row) => ({ row })));
    const found = await all(entriesOfJob(ledger.database(), QUARANTINED, job));
    expect(found.map(({ rowNumber }) => rowNumber)).toEqual(numbers);
  });

  test.each([99, 100, 101])('finds each of %d jobs once', async (count) => {
    const parser = newId();
    const job = await ledger.add(
      Array.from({ length: count }, (_, row) => ({ row })),
      { parser },
    );
    await ledger
      .database()
      .script(`UPDATE cf_quarantine SET job_id = job_id || (1000 + row_number) WHERE job_id = '${job}'`);
    const found = await all(jobsWithEntries(ledger.database(), { ...QUARANTINED, parser }));
    expect(new Set(found.map(({ jobId }) => jobId)).size).toBe(count);
    expect(found).toHaveLength(count);
  });

  test('filters by output and job beside others', async () => {
    const parser = newId();
    const job = await ledger.add([{ row: 1 }], { parser, output: 'orders' });
    await ledger.add([{ row: 2 }], { parser, output: 'lines' });
    const numbers = async (more: object): Promise<number[]> =>
      (await all(findEntries(ledger.database(), { ...QUARANTINED, parser, ...more }))).map((entry) => entry.rowNumber);
    expect(await numbers({ output: 'lines' })).toEqual([2]);
    expect(await numbers({ jobId: job })).toEqual([1]);
    expect(await numbers({ column: null })).toEqual([]);
    await ledger.database().query(`UPDATE cf_quarantine SET column_name = NULL WHERE job_id = '${job}'`);
    expect(await numbers({ column: null })).toEqual([1]);
  });

  test('filters by job, column, error type, row and status', async () => {
    const parser = newId();
    const job = await ledger.add([{ row: 1, column: 'a\0b' }, { row: 2, type: 'null_required' }, { row: 3 }], {
      parser,
    });
    await ledger.add([{ row: 9 }], { parser, evidence: true });
    const numbers = async (more: object): Promise<number[]> =>
      (await all(findEntries(ledger.database(), { ...QUARANTINED, parser, ...more }))).map((entry) => entry.rowNumber);
    expect(await numbers({})).toEqual([1, 2, 3]);
    expect(await numbers({ jobId: job, column: 'a\0b' })).toEqual([1]);
    expect(await numbers({ errorType: 'null_required' })).toEqual([2]);
    expect(await numbers({ rowNumbers: [3, 4] })).toEqual([3]);
    expect(await numbers({ statuses: ['evidence'] })).toEqual([9]);
    expect(await countEntries(ledger.database(), { statuses: ['quarantined', 'evidence'], parser })).toBe(4);
  });

  test('says every character of what was recorded', async () => {
    const raw = '{"id":9007199254740993,"note":"\\u0000"}';
    const job = await ledger.add([{ row: 1, column: 'a\0b', message: 'no \0 here', raw }]);
    const [entry] = await all(entriesOfJob(ledger.database(), QUARANTINED, job));
    expect(entry).toMatchObject({ column: 'a\0b', errorMessage: 'no \0 here', raw });
  });
});

test('a misspelt status is told which it may have been', () => {
  expect(parseQuarantineStatus('Recovered')).toBe('recovered');
  expect(() => parseQuarantineStatus('recoverd')).toThrow(
    expect.objectContaining({ next: ['Did you mean recovered?'] }),
  );
});
