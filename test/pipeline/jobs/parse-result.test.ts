import { expect, test } from 'vitest';
import type { StagedRun } from '../../../src/pipeline/jobs/job-reader.js';
import { alreadyProcessed, assertConserved, parseResult } from '../../../src/pipeline/jobs/parse-result.js';
import { pipelineHome } from '../../../src/pipeline/index.js';

const HOME = pipelineHome('/home');

function run(rowsIn: number, rowsQuarantined: number, notes: readonly string[] = []): StagedRun {
  return { rowsIn, rowsQuarantined, notes } as StagedRun;
}

test('a result counts the rows and says where the outputs lie', () => {
  const output = { output: 'sales', path: 'p/sales/1.csv', format: 'csv', rows: 3, bytes: 9, sha256: 'abc' };
  expect(parseResult(HOME, run(5, 2), [output], 'hash')).toEqual({
    ...{ rows_in: 5, rows_valid: 3, rows_quarantined: 2, content_hash: 'hash' },
    outputs: [{ output: 'sales', path: '/home/output/p/sales/1.csv', rows: 3, sha256: 'abc' }],
  });
});

test('a result has notes only when there are any', () => {
  expect(parseResult(HOME, run(1, 0), [], 'hash')).not.toHaveProperty('notes');
  expect(parseResult(HOME, run(1, 0, ['one']), [], 'hash')).toMatchObject({ notes: ['one'] });
});

test('a job whose work another one does reports no rows', () => {
  expect(alreadyProcessed('hash')).toEqual({
    ...{ rows_in: 0, rows_valid: 0, rows_quarantined: 0, outputs: [], content_hash: 'hash' },
    already_processed: true,
  });
});

test('every row that went in must be in an output or in the quarantine', () => {
  const conserved = (rowsIn: number, rowsQuarantined: number, outputs: number[], quarantines: number[]) => () =>
    assertConserved({
      ...run(rowsIn, rowsQuarantined),
      outputs: outputs.map((rows) => ({ rows })),
      quarantines: quarantines.map((rows) => ({ rows })),
    } as never);
  expect(conserved(7, 3, [1, 3], [2, 1])).not.toThrow();
  expect(conserved(0, 0, [], [])).not.toThrow();
  expect(conserved(7, 3, [1, 2], [2, 1])).toThrow('rows are missing from the outputs');
  expect(conserved(7, 3, [1, 4], [2, 1])).toThrow('rows are missing from the outputs');
  expect(conserved(7, 3, [4], [2])).toThrow('quarantined rows are missing from the quarantine');
  expect(conserved(7, 3, [4], [])).toThrow('quarantined rows are missing from the quarantine');
});
