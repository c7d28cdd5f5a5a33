import { describe, expect, test } from 'vitest';
import { discardQuarantine } from '../../../src/pipeline/quarantine/discard.js';
import { pruneQuarantine } from '../../../src/pipeline/quarantine/prune.js';
import { STORES } from '../../cli/store.js';
import { useLedger } from './ledger.js';

const NOW = { olderThanMs: 0, dryRun: false };

describe.each(STORES)('pruning the quarantine in %s', (kind) => {
  const ledger = useLedger(kind);
  const rowsOf = async (job: string): Promise<number> => {
    const query = `SELECT count(*) AS count FROM cf_quarantine WHERE job_id = '${job}'`;
    return Number((await ledger.database().query<{ count: number }>(query))[0]?.count);
  };
  const output = async (job: string, superseded: string): Promise<void> => {
    await ledger.database()
      .script(`INSERT INTO cf_outputs (tenant, id, job_id, file_id, parser, version, source_hash, content_hash,
      output, path, format, row_count, size_bytes, sha256, created_at, superseded_at)
      VALUES ('default', '${job}-output', '${job}', 'file', 'p', '1', 'h', 'h', 'o', '${job}.csv', 'csv', 1, 1, 'h', 1, ${superseded})`);
  };

  test('takes settled rows and evidence, in batches, once they are old enough', async () => {
    const database = ledger.database();
    const job = await ledger.add(Array.from({ length: 1_100 }, (_, row) => ({ row })));
    const failed = await ledger.add([{ row: 1 }], { evidence: true });
    await output(job, '2');
    await discardQuarantine(database, { jobId: job }, 'old');
    expect(await pruneQuarantine(database, { olderThanMs: 60_000, dryRun: false })).toBe(0);
    expect(await pruneQuarantine(database, { ...NOW, dryRun: true })).toBe(1_101);
    expect(await rowsOf(job)).toBe(1_100);
    expect(await pruneQuarantine(database, NOW)).toBe(1_101);
    expect([await rowsOf(job), await rowsOf(failed)]).toEqual([0, 0]);
  });

  test.each([999, 1_000, 1_001])('takes each of %d rows once', async (count) => {
    const database = ledger.database();
    const job = await ledger.add(
      Array.from({ length: count }, (_, row) => ({ row })),
      { evidence: true },
    );
    expect(await pruneQuarantine(database, NOW)).toBe(count);
    expect(await rowsOf(job)).toBe(0);
  });

  test('leaves all rows of a job whose output is current, and those that wait', async () => {
    const database = ledger.database();
    const [current, waiting] = [await ledger.add([{ row: 1 }, { row: 2 }]), await ledger.add([{ row: 1 }])];
    await output(current, 'NULL');
    await discardQuarantine(database, { jobId: current, rowNumbers: [1] }, 'a test order');
    expect(await pruneQuarantine(database, NOW)).toBe(0);
    expect([await rowsOf(current), await rowsOf(waiting)]).toEqual([2, 1]);
  });
});
