import { expect, test } from 'vitest';
import { backfillJson } from '../../../src/pipeline/routing/backfill-json.js';
import { fileJson } from '../../../src/pipeline/routing/file-json.js';

const PLAN = {
  ...{ parser: 'sales', version: '2', sourceHash: 'new', files: 3, bytes: 30, examples: ['/in/a'] },
  byVersion: [
    { version: '1', sourceHash: 'old', files: 2, bytes: 20 },
    { version: '1', dataset: 'd', sourceHash: 'older', files: 1, bytes: 10 },
  ],
};

test('a backfill says whether it was executed, and what it was planned for', () => {
  expect(backfillJson(PLAN as never, undefined)).toEqual({
    ...{ parser: 'sales', version: '2', source_hash: 'new', files: 3, bytes: 30, examples: ['/in/a'] },
    by_version: [
      { version: '1', source_hash: 'old', files: 2, bytes: 20 },
      { version: '1', dataset: 'd', source_hash: 'older', files: 1, bytes: 10 },
    ],
    ...{ executed: false, jobs_created: 0 },
  });
  expect(backfillJson(PLAN as never, 0)).toMatchObject({ executed: true, jobs_created: 0 });
  expect(backfillJson(PLAN as never, 3)).toMatchObject({ executed: true, jobs_created: 3 });
});

test('a file has times in ISO 8601, null where there is none', () => {
  const file = {
    ...{ id: 'a', path: '/in/a', status: 'processed', hash: 'h', size_bytes: 7, tags: ['t'], topics: ['sales'] },
    parses: [{ parser: 'sales', version: '1', jobId: 'job', status: 'completed' }],
    ...{ modified_us: 1_999, discovered_at: 2, scanned_at: 3, missing_at: null },
  };
  expect(fileJson(file as never)).toMatchObject({
    parsers: [{ parser: 'sales', version: '1', job_id: 'job', status: 'completed' }],
    modified_at: '1970-01-01T00:00:00.001Z',
    discovered_at: '1970-01-01T00:00:00.002Z',
    scanned_at: '1970-01-01T00:00:00.003Z',
    missing_at: null,
  });
});
