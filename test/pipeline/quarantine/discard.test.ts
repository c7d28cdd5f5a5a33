import { describe, expect, test } from 'vitest';
import { discardQuarantine } from '../../../src/pipeline/quarantine/discard.js';
import { countEntries } from '../../../src/pipeline/quarantine/find-entries.js';
import { STORES } from '../../cli/store.js';
import { useLedger } from './ledger.js';

describe.each(STORES)('discarding in %s', (kind) => {
  const ledger = useLedger(kind);

  test('keeps the rows with the reason, and counts them once', async () => {
    const job = await ledger.add(Array.from({ length: 1_100 }, (_, row) => ({ row })));
    const database = ledger.database();
    expect(await discardQuarantine(database, { jobId: job, rowNumbers: [7, 8, 9_999] }, 'a test order')).toBe(2);
    expect(await discardQuarantine(database, { jobId: job }, 'all of it')).toBe(1_098);
    expect(await discardQuarantine(database, { jobId: job }, 'again')).toBe(0);
    expect(await countEntries(database, { statuses: ['discarded'], jobId: job })).toBe(1_100);
    const [row] = await database.query<Record<string, unknown>>(
      `SELECT status, reason, resolved_by, resolved_at FROM cf_quarantine WHERE job_id = '${job}' AND row_number = 7`,
    );
    expect(row).toMatchObject({ status: 'discarded', reason: 'a test order', resolved_by: null });
    expect(row?.['resolved_at']).toBeGreaterThan(0);
  });

  test('leaves evidence alone', async () => {
    const job = await ledger.add([{ row: 1 }], { evidence: true });
    expect(await discardQuarantine(ledger.database(), { jobId: job }, 'no')).toBe(0);
  });
});
