import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/parse/columns/cell.js';
import type { IncomingBatch } from '../../../src/parse/columns/incoming.js';
import { createChecker, type CheckedBatch } from '../../../src/parse/contract/checker.js';
import { inferContract, parseContract, type OutputContract } from '../../../src/parse/contract/contract.js';
import { typedValue } from '../../../src/parse/contract/typed-value.js';

function contractOf(declared: Record<string, unknown>): OutputContract {
  return parseContract(declared).outputs.get('')!;
}

function batchOf(columns: Record<string, readonly Cell[]>): IncomingBatch {
  const entries = Object.entries(columns);
  return {
    output: null,
    rowCount: entries[0]?.[1].length ?? 0,
    columns: entries.map(([name, cells]) => ({ form: 'cells', name, cells })),
  };
}

function validRows({ valid }: CheckedBatch): unknown[][] {
  return Array.from({ length: valid.rowCount }, (_, row) =>
    valid.columns.map((column) => (column.present?.[row] === 0 ? null : typedValue(column, row))),
  );
}

function messages({ quarantined }: CheckedBatch): string[] {
  return quarantined.flatMap(({ rowNumber, errors }) =>
    errors.map(({ column, message }) => `row ${rowNumber}, column ${column}: ${message}`),
  );
}

describe('a checker', () => {
  it('splits a batch into the rows that keep the contract and those that break it', () => {
    const checker = createChecker(contractOf({ id: 'int!', age: 'int' }));
    const checked = checker.check(batchOf({ id: [1, '2', null], age: ['30', 'Unknown', null] }));
    expect(validRows(checked)).toEqual([[1n, 30n]]);
    expect([...checked.valid.rowNumbers]).toEqual([1n]);
    expect(messages(checked)).toEqual([
      "row 2, column age: 'Unknown' is not an int",
      'row 3, column id: is required but has no value',
    ]);
  });

  it('keeps every error of a row', () => {
    const checker = createChecker(contractOf({ id: 'int!', day: 'date', amount: 'decimal(12,2)' }));
    const checked = checker.check(batchOf({ id: [null], day: ['2024-02-31'], amount: ['1.005'] }));
    expect(checked.quarantined[0]!.errors).toEqual([
      { column: 'id', type: 'null_required', message: 'is required but has no value' },
      { column: 'day', type: 'invalid_date', message: "'2024-02-31' is not a date: February has no 31st" },
      {
        column: 'amount',
        type: 'too_precise',
        message: "'1.005' has more than 2 decimal places: it is not a decimal(12,2)",
      },
    ]);
  });

  it('counts rows over all batches', () => {
    const checker = createChecker(contractOf({ id: 'int' }));
    checker.check(batchOf({ id: [1, 2, 3] }));
    const checked = checker.check(batchOf({ id: ['x', 5] }));
    expect(checked.quarantined[0]!.rowNumber).toBe(4);
    expect([...checked.valid.rowNumbers]).toEqual([5n]);
  });

  it('gives a quarantined row back as it came, integers exact', () => {
    const checker = createChecker(contractOf({ id: 'int', note: 'string', tags: 'json' }));
    const columns = { id: ['x'], note: ['say "hi"\n'], tags: [{ kind: 'nested', json: '[9007199254740993]' }] } as const;
    const [row] = checker.check(batchOf(columns)).quarantined;
    expect(row!.rawJson()).toBe(String.raw`{"id":"x","note":"say \"hi\"\n","tags":[9007199254740993]}`);
  });

  it('says that a type was taken from the first batch when no contract is declared', () => {
    const checker = createChecker(inferContract(batchOf({ id: [1] })));
    checker.check(batchOf({ id: [1] }));
    expect(messages(checker.check(batchOf({ id: ['x'] })))).toEqual([
      "row 2, column id: 'x' is not an int (no contract: the type was taken from the first batch)",
    ]);
  });

  it('copies nothing when every row is good', () => {
    const checker = createChecker(contractOf({ id: 'int' }));
    const checked = checker.check(batchOf({ id: [1, 2] }));
    expect(checked.quarantined).toEqual([]);
    expect(checked.valid.rowCount).toBe(2);
  });
});
