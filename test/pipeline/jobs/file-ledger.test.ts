import { describe, expect, test } from 'vitest';
import { ledgerOf, markMissing, releaseCopies, renewFile } from '../../../src/pipeline/jobs/file-ledger.js';
import { tenantTransaction } from '../../../src/database/index.js';
import { STORES } from '../../cli/store.js';
import { useFileRows } from '../staging/file-rows.js';

const SIGNATURE = { sizeBytes: 99, modifiedUs: 98, changedUs: 97, inode: 1n };

describe.each(STORES)('the ledger of files on %s', (kind) => {
  const rows = useFileRows(kind);

  test('returns the current job of a file and parser only', async () => {
    for (const id of ['a', 'b', 'c']) await rows.file(id);
    await rows.parse('a', 'sales', 'job-1');
    await rows.parse('a', 'audit', 'job-2');
    await rows.parse('b', 'sales', 'job-3');
    const recorded = { hash: 'hash of a', size_bytes: 1, modified_us: 2, changed_us: 3 };
    expect(await ledgerOf(rows.database, 'a', 'sales')).toEqual({ file: recorded, current: { job_id: 'job-1' } });
    expect(await ledgerOf(rows.database, 'a', 'audit')).toEqual({ file: recorded, current: { job_id: 'job-2' } });
    expect((await ledgerOf(rows.database, 'b', 'sales')).current).toEqual({ job_id: 'job-3' });
    expect(await ledgerOf(rows.database, 'c', 'sales')).toMatchObject({
      file: { hash: 'hash of c' },
      current: undefined,
    });
    expect(await ledgerOf(rows.database, 'no such', 'sales')).toEqual({ file: undefined, current: undefined });
  });

  test('takes over what a file looks like now, and has it planned again', async () => {
    for (const id of ['a', 'b']) await rows.file(id);
    await rows.database.transaction((tx) => renewFile(tx, 'a', 'new', SIGNATURE));
    const renewed = { hash: 'new', size_bytes: 99, modified_us: 98, changed_us: 97, planned_revision: 0 };
    expect(await rows.files()).toMatchObject([renewed, { hash: 'hash of b', size_bytes: 1, planned_revision: 7 }]);
  });

  test('marks one file as missing', async () => {
    for (const id of ['a', 'b']) await rows.file(id);
    await rows.database.transaction((tx) => markMissing(tx, 'a'));
    const [gone, other] = await rows.files();
    expect(gone?.missing_at).toBeGreaterThan(1);
    expect(gone?.planned_revision).toBe(0);
    expect(other).toMatchObject({ missing_at: null, planned_revision: 7 });
  });

  test('releases the copies that stand on a job, and has them planned again', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await rows.file(id);
    await rows.parse('a', 'sales', 'job-1', { content: 'x' });
    await rows.parse('b', 'sales', 'job-1', { content: 'y' });
    await rows.parse('c', 'sales', 'job-2', { content: 'y' });
    await rows.parse('d', 'sales', 'job-1', { content: 'z' });
    await rows.database.transaction((tx) =>
      releaseCopies(tx, { jobIds: ['job-1'], exceptFile: 'a', exceptContent: 'z' }),
    );
    expect(await rows.parses()).toEqual(['a sales job-1', 'c sales job-2', 'd sales job-1']);
    expect(await rows.unplanned()).toEqual(['b']);
    await rows.database.transaction((tx) => releaseCopies(tx, { jobIds: ['job-3'] }));
    expect(await rows.unplanned()).toEqual(['b']);
    await rows.database.transaction((tx) => releaseCopies(tx, { jobIds: ['job-1', 'job-2'] }));
    expect(await rows.parses()).toEqual([]);
    expect(await rows.unplanned()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('releases nothing of another tenant, even for the same job', async () => {
    await rows.file('a');
    await rows.parse('a', 'sales', 'job-1');
    await rows.database.transaction(({ scope }) =>
      releaseCopies(tenantTransaction(scope, 'other'), { jobIds: ['job-1'] }),
    );
    expect(await rows.parses()).toEqual(['a sales job-1']);
    expect(await rows.unplanned()).toEqual([]);
  });
});
