import { describe, expect, test } from 'vitest';
import { STORES } from '../../cli/store.js';
import { fileRows } from '../../pipeline/staging/file-rows.js';
import { ask } from '../staging/ask.js';
import { useOutputsPlace } from '../staging/outputs-place.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';

describe.each(STORES)('tables of the ledger on %s', (kind) => {
  const place = useOutputsPlace(kind);
  const rows = fileRows(() => rowsOfTenant(place.engine));

  test('have times, numbers and documents as such', async () => {
    await rows.file('a');
    await place.engine.database.query(
      `UPDATE cf_files SET modified_us = 1500000, scanned_at = 2500, size_bytes = 7, tags = '["x"]'`,
    );
    expect(await ask(place, 'select * exclude (hash, discovered_at) from files')).toEqual([
      {
        ...{ id: 'a', path: '/in/a', size_bytes: 7, tags: ['x'], missing_at: null },
        ...{ modified_at: '1970-01-01T00:00:01.5', scanned_at: '1970-01-01T00:00:02.5' },
      },
    ]);
    await rows.badRow('a', 'sales', 'job-1');
    expect(await ask(place, 'select job_id, file_id, raw, errors, column_name, reason from quarantine')).toEqual([
      { job_id: 'job-1', file_id: 'a', raw: {}, errors: [], column_name: null, reason: null },
    ]);
  });

  test.each([2_047, 2_048, 2_049, 4_096])('hold all of %d rows', async (count) => {
    await place.engine.database.query('DELETE FROM cf_files');
    const ids = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
    await place.engine.database
      .query(`${ids} INSERT INTO cf_files (tenant, id, path, hash, size_bytes, modified_us, changed_us,
      tags, planned_revision, discovered_at, scanned_at)
      SELECT 'default', 'file-' || (10000 + i), '/in/' || i, 'h', i, 1, 1, '[]', 0, 1, 1 FROM n`);
    const [found] = await ask(place, 'select count(distinct path) as n, sum(size_bytes)::bigint as bytes from files');
    expect(found).toEqual({ n: count, bytes: (count * (count + 1)) / 2 });
  });
});
