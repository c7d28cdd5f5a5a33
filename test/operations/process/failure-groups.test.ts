import { expect, test } from 'vitest';
import { createFailureGroups } from '../../../src/operations/process/failure-groups.js';

test('failures that differ only by their file and by numbers have one cause', () => {
  const groups = createFailureGroups();
  const failed = (jobId: string, path: string, code: string, message: string): void =>
    groups.add({ jobId, path, code, message });
  failed('1', '/in/a.csv', 'PARSER_ERROR', "KeyError: 'amount'");
  failed('2', '/in/b.csv', 'QUARANTINE_LIMIT', '60 of 100 rows of b.csv break the contract');
  failed('3', '/in/c.csv', 'QUARANTINE_LIMIT', '71 of 99 rows of c.csv break the contract');
  failed('4', '/in/d.csv', 'INPUT_NOT_FOUND', '/in/d.csv is gone');
  expect(groups.list()).toEqual([
    {
      code: 'QUARANTINE_LIMIT',
      message: '60 of 100 rows of b.csv break the contract',
      count: 2,
      example: { jobId: '2', path: '/in/b.csv' },
    },
    { code: 'PARSER_ERROR', message: "KeyError: 'amount'", count: 1, example: { jobId: '1', path: '/in/a.csv' } },
    { code: 'INPUT_NOT_FOUND', message: '/in/d.csv is gone', count: 1, example: { jobId: '4', path: '/in/d.csv' } },
  ]);
});
