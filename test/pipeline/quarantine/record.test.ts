import { beforeEach, describe, expect, test } from 'vitest';
import type { TenantDatabase } from '../../../src/database/index.js';
import { recordQuarantine } from '../../../src/pipeline/quarantine/record.js';
import { supersedeQuarantine } from '../../../src/pipeline/quarantine/supersede.js';
import { STORES } from '../../cli/store.js';
import { useLedger } from './ledger.js';
import { quarantineFile } from './quarantine-file.js';

const OWNER = { jobId: 'job-1', fileId: 'file-1', parser: 'sales', output: 'sales', source: '/data/a.csv' };

function record(
  database: TenantDatabase,
  file: string,
  more: { jobId?: string; output?: string; limit?: number } = {},
) {
  const { limit, ...owner } = more;
  return database.transaction((tx) => recordQuarantine(tx, { ...OWNER, ...owner }, file, 'quarantined', limit));
}

function statuses(database: TenantDatabase): Promise<{ job_id: string; status: string; count: number }[]> {
  const text =
    'SELECT job_id, status, count(*) AS count FROM cf_quarantine GROUP BY job_id, status ORDER BY job_id, status';
  return database.query(text);
}

describe.each(STORES)('recording a quarantine in %s', (kind) => {
  const ledger = useLedger(kind);
  beforeEach(() => ledger.database().script('DELETE FROM cf_quarantine'));

  test('keeps 2,100 rows, in order and to the letter', async () => {
    const database = ledger.database();
    const numbers = Array.from({ length: 2_100 }, (_, index) => index * 3 + 1);
    const raw = (row: number): string =>
      `{"id": 9007199254740993,"row":${row},"note":"a,\\"raw\\":,\\"errors\\":[ \u2028"}`;
    const file = await quarantineFile(numbers.map((row) => ({ row, raw: raw(row) })));
    expect(await record(database, file)).toBe(2_100);
    const rows = await database.query<{ row_number: number; raw_data: string }>(
      'SELECT row_number, raw_data FROM cf_quarantine ORDER BY id',
    );
    expect(rows.map((row) => row.row_number)).toEqual(numbers);
    expect(rows.every((row) => row.raw_data === raw(row.row_number))).toBe(true);
  });

  test('takes names and messages with a NUL, of which the JSON keeps every character', async () => {
    const database = ledger.database();
    const file = await quarantineFile([
      { row: 1, column: 'a\0b', message: '\'x\0\ud800y\', "raw":', raw: '{"a\\u0000b":1}' },
    ]);
    await record(database, file);
    const [row] = await database.query<Record<string, string>>('SELECT * FROM cf_quarantine');
    expect(row).toMatchObject({ column_name: 'a␀b', raw_data: '{"a\\u0000b":1}' });
    expect(JSON.parse(row!['errors']!)).toEqual([
      { column: 'a\0b', error_type: 'invalid_date', error_message: '\'x\0\ud800y\', "raw":' },
    ]);
  });

  test('replaces what an earlier attempt of the same job recorded, and no other rows', async () => {
    const database = ledger.database();
    await record(database, await quarantineFile([{ row: 1 }, { row: 2 }]));
    await record(database, await quarantineFile([{ row: 1 }]), { output: 'other' });
    await record(database, await quarantineFile([{ row: 1 }]), { jobId: 'job-2' });
    await record(database, await quarantineFile([{ row: 2 }]));
    expect(await statuses(database)).toEqual([
      { job_id: 'job-1', status: 'quarantined', count: 2 },
      { job_id: 'job-2', status: 'quarantined', count: 1 },
    ]);
  });

  test('takes only the first rows when it is told how many', async () => {
    const database = ledger.database();
    const file = await quarantineFile(Array.from({ length: 600 }, (_, row) => ({ row })));
    expect(await record(database, file, { limit: 0 })).toBe(0);
    expect(await record(database, file, { limit: 550 })).toBe(550);
  });

  test.each([499, 500, 501])('keeps each of %d rows once', async (count) => {
    const database = ledger.database();
    const file = await quarantineFile(Array.from({ length: count }, (_, row) => ({ row })));
    expect(await record(database, file)).toBe(count);
    expect(await record(database, file, { jobId: 'job-2', limit: count })).toBe(count);
    expect(await statuses(database)).toEqual([
      { job_id: 'job-1', status: 'quarantined', count },
      { job_id: 'job-2', status: 'quarantined', count },
    ]);
  });

  test('is superseded by a later job for the same file and parser', async () => {
    const database = ledger.database();
    const file = await quarantineFile([{ row: 1 }]);
    await record(database, file);
    await database.transaction(async (tx) => {
      await recordQuarantine(tx, { ...OWNER, jobId: 'job-2' }, file, 'evidence');
      await recordQuarantine(tx, { ...OWNER, jobId: 'job-3', fileId: 'file-2' }, file, 'quarantined');
      await recordQuarantine(tx, { ...OWNER, jobId: 'job-4', parser: 'costs' }, file, 'quarantined');
      await recordQuarantine(tx, { ...OWNER, jobId: 'job-5' }, file, 'evidence');
    });
    // The job's own evidence goes: it failed once, and then did not.
    await database.transaction(async (tx) => {
      await supersedeQuarantine(tx, 'file-1', 'sales', 'job-2');
      await recordQuarantine(tx, { ...OWNER, jobId: 'job-2' }, file, 'quarantined');
    });
    expect(await statuses(database)).toEqual([
      { job_id: 'job-1', status: 'superseded', count: 1 },
      { job_id: 'job-2', status: 'quarantined', count: 1 },
      { job_id: 'job-3', status: 'quarantined', count: 1 },
      { job_id: 'job-4', status: 'quarantined', count: 1 },
      { job_id: 'job-5', status: 'evidence', count: 1 },
    ]);
    const resolved = await database.query("SELECT resolved_by FROM cf_quarantine WHERE status = 'superseded'");
    expect(resolved).toEqual([{ resolved_by: 'job-2' }]);
  });
});
