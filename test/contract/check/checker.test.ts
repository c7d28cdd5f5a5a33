import { describe, expect, it } from 'vitest';
import { createChecker } from '../../../src/contract/check/checker.js';
import { inferContract } from '../../../src/contract/declare/infer-contract.js';
import {
  arrowBatch,
  batchOf,
  bool,
  contractOf,
  dictionary,
  int32,
  int64,
  largeUtf8,
  messages,
  rawJson,
  utf8,
  utf8Bytes,
  validNumbers,
  validRows,
} from '../batches.js';

describe('a checker', () => {
  it('splits a batch into the rows that keep the contract and those that break it', () => {
    const checker = createChecker(contractOf({ id: 'int!', age: 'int' }));
    const checked = checker.check(batchOf({ id: [1, '2', null], age: ['30', 'Unknown', null] }));
    expect(validRows(checked)).toEqual([[1n, 30n]]);
    expect(validNumbers(checked)).toEqual([1n]);
    expect(messages(checked)).toEqual([
      "row 2, column age: 'Unknown' is not an int",
      'row 3, column id: is required but has no value',
    ]);
  });

  it('keeps every error of a row', () => {
    const checker = createChecker(contractOf({ id: 'int!', day: 'date', amount: 'decimal(12,2)' }));
    const checked = checker.check(batchOf({ id: [null], day: ['2024-02-31'], amount: ['1.005'] }));
    const errors = checked.quarantined.at(0)!.errors.map(({ column, type, message }) => ({ column, type, message }));
    expect(errors).toEqual([
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
    expect(checked.quarantined.at(0)!.rowNumber).toBe(4);
    expect(validNumbers(checked)).toEqual([5n]);
  });

  it('gives a quarantined row back as it came, integers exact', () => {
    const checker = createChecker(contractOf({ id: 'int', note: 'string', tags: 'json' }));
    const columns = {
      id: ['x'],
      note: ['say "hi"\n'],
      tags: [{ kind: 'nested', json: '[9007199254740993]' }],
    } as const;
    const [row] = checker.check(batchOf(columns)).quarantined;
    expect(rawJson(row!)).toBe(String.raw`{"id":"x","note":"say \"hi\"\n","tags":[9007199254740993]}`);
  });

  it('says that a type was taken from the first batch when no contract is declared', () => {
    const checker = createChecker(inferContract(batchOf({ id: [1] })));
    checker.check(batchOf({ id: [1] }));
    expect(messages(checker.check(batchOf({ id: ['x'] })))).toEqual([
      "row 2, column id: 'x' is not an int (no contract: the type was inferred from the first batch)",
    ]);
  });

  it('hands the buffers of a column through when its type is right and every row is good', () => {
    const checker = createChecker(contractOf({ id: 'int', name: 'string' }));
    const [id, name] = [int64([1n, 2n]), utf8(['a', 'b'])];
    const { valid } = checker.check(arrowBatch({ id, name }));
    expect(valid.columns[0]).toMatchObject({ present: null, values: id.values });
    expect((valid.columns[0] as { values: unknown }).values).toBe(id.values);
    expect((valid.columns[1] as { bytes: unknown }).bytes).toBe(name.values);
  });

  it('reads Arrow columns of other types', () => {
    const checker = createChecker(contractOf({ a: 'int', b: 'float', c: 'string', d: 'bool', e: 'decimal(5,1)' }));
    const batch = arrowBatch({
      a: largeUtf8(['1', null, 'x']),
      b: int32([1, 2, null]),
      c: dictionary(['red', 'blue'], [1, null, 0]),
      d: bool([true, null, false]),
      e: utf8(['1.5', '2', null]),
    });
    const checked = checker.check(batch);
    expect(validRows(checked)).toEqual([
      [1n, 1, 'blue', true, 15n],
      [null, 2, null, null, 20n],
    ]);
    expect(messages(checked)).toEqual(["row 3, column a: 'x' is not an int"]);
    expect(rawJson(checked.quarantined.at(0)!)).toBe('{"a":"x","b":null,"c":"red","d":false,"e":null}');
  });

  it('quarantines text that is not UTF-8, also when only the border between two rows makes it so', () => {
    const checker = createChecker(contractOf({ name: 'string' }));
    const rows = [Buffer.from('ok'), Uint8Array.of(0xc3), Uint8Array.of(0xa9), Buffer.from('é')];
    const checked = checker.check(arrowBatch({ name: utf8Bytes(rows) }));
    expect(validRows(checked)).toEqual([['ok'], ['é']]);
    expect(messages(checked)).toEqual([
      'row 2, column name: <1 byte> is not UTF-8 text',
      'row 3, column name: <1 byte> is not UTF-8 text',
    ]);
  });

  it('refuses an Arrow batch whose offsets are out of order', () => {
    const checker = createChecker(contractOf({ name: 'string' }));
    const name = utf8(['ab', 'cd']);
    name.valueOffsets.set([0, 9, 4]);
    expect(() => checker.check(arrowBatch({ name }))).toThrow(expect.objectContaining({ code: 'BRIDGE_PROTOCOL' }));
  });

  it('reports the constraints a value breaks', () => {
    const declared = {
      age: { type: 'int', min: 0, max: 150 },
      code: { type: 'string', pattern: '[A-Z]{3}' },
      side: { type: 'string', enum: ['buy', 'sell'] },
      price: { type: 'decimal(6,2)', min: 0.01 },
      day: { type: 'date', format: '%d/%m/%Y', max: '2024-12-31' },
    };
    const checker = createChecker(contractOf(declared));
    const good = { age: [150], code: ['ABC'], side: ['buy'], price: ['0.01'], day: ['31/12/2024'] };
    const bad = { age: ['-1'], code: ['ABCD'], side: ['hold'], price: ['0.00'], day: ['01/01/2025'] };
    const { quarantined } = checker.check(batchOf(good));
    expect([[...quarantined], quarantined.length, quarantined.indexes.length]).toEqual([[], 0, 0]);
    expect(messages(checker.check(batchOf(bad)))).toEqual([
      'row 2, column age: -1 is below the minimum 0',
      "row 2, column code: 'ABCD' does not match [A-Z]{3}",
      "row 2, column side: 'hold' is not one of buy, sell",
      'row 2, column price: 0.00 is below the minimum 0.01',
      'row 2, column day: 2025-01-01 is above the maximum 2024-12-31',
    ]);
  });

  it('finds duplicates over all batches, and counts only what passed', () => {
    const checker = createChecker(contractOf({ id: { type: 'int', unique: true }, age: 'int' }));
    expect(messages(checker.check(batchOf({ id: [1, 2, 2, null, null], age: [1, 'x', 1, 1, 1] })))).toEqual([
      "row 2, column age: 'x' is not an int",
    ]);
    expect(messages(checker.check(batchOf({ id: ['1', 3, 2], age: ['y', 1, 1] })))).toEqual([
      'row 6, column id: 1 was in row 1 already',
      "row 6, column age: 'y' is not an int",
      'row 8, column id: 2 was in row 3 already',
    ]);
  });
});
