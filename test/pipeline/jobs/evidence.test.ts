import { describe, expect, test } from 'vitest';
import { keepEvidence } from '../../../src/pipeline/jobs/evidence.js';
import type { ParsePayload } from '../../../src/pipeline/index.js';
import { STORES } from '../../cli/store.js';
import { quarantineFile } from '../quarantine/quarantine-file.js';
import { useFileRows } from '../staging/file-rows.js';

/** Only what these steps read. */
const PAYLOAD = { file_id: 'a', content_hash: 'hash', parser: 'sales', path: '/in/a' } as ParsePayload;

describe.each(STORES)('evidence on %s', (kind) => {
  const rows = useFileRows(kind);

  test('a failed job keeps 1,000 rows of each output as evidence', async () => {
    const path = await quarantineFile(Array.from({ length: 1_001 }, (_, row) => ({ row })));
    const few = await quarantineFile([{ row: 1 }]);
    await keepEvidence(rows.context('job-1'), PAYLOAD, { quarantines: [] } as never);
    await keepEvidence(rows.context('job-1'), PAYLOAD, {
      quarantines: [
        { output: 'many', path },
        { output: 'few', path: few },
      ],
    } as never);
    const kept = await rows.database.query(`SELECT job_id, file_id, parser, source, status, output, count(*) AS rows
      FROM cf_quarantine GROUP BY job_id, file_id, parser, source, status, output ORDER BY output`);
    const owner = { job_id: 'job-1', file_id: 'a', parser: 'sales', source: '/in/a', status: 'evidence' };
    expect(kept).toEqual([
      { ...owner, output: 'few', rows: 1 },
      { ...owner, output: 'many', rows: 1_000 },
    ]);
  });
});
