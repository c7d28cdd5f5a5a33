import { expect, test } from 'vitest';
import { cellAt, type IncomingBatch } from '../../../src/contract/index.js';
import { correctedBatch } from '../../../src/parse/outputs/corrected-batch.js';

const BATCH: IncomingBatch = {
  output: null,
  rowCount: 3,
  columns: [
    { form: 'cells', name: 'id', cells: ['1', '2', '3'] },
    { form: 'cells', name: 'amount', cells: ['1.5', 'many', null] },
  ],
  faults: [{ row: 2, code: 'too_few_fields', message: 'too few', raw: '3' }],
};

function rowsOf({ columns, rowCount }: IncomingBatch): unknown[] {
  return Array.from({ length: rowCount }, (_, row) =>
    Object.fromEntries(columns.map((column) => [column.name, cellAt(column, row)])),
  );
}

test('replaces the values of rows by their number in the file', () => {
  const corrected = correctedBatch(BATCH, 10, new Map([[12, { amount: '2.5' }]]));
  expect(rowsOf(corrected)).toEqual([
    { id: '1', amount: '1.5' },
    { id: '2', amount: '2.5' },
    { id: '3', amount: null },
  ]);
  expect(corrected.faults).toHaveLength(1);
});

test('makes a record that could not be split a row, and adds columns that the file does not have', () => {
  const corrected = correctedBatch(BATCH, 0, new Map([[3, { amount: '9', note: 'x' }]]));
  expect(rowsOf(corrected)[2]).toEqual({ id: '3', amount: '9', note: 'x' });
  expect(rowsOf(corrected)[0]).toEqual({ id: '1', amount: '1.5', note: null });
  expect(corrected.faults).toEqual([]);
});

test('leaves a batch without corrected rows as it is', () => {
  expect(correctedBatch(BATCH, 3, new Map([[3, { amount: '9' }]]))).toBe(BATCH);
});
