import { describe, expect, it } from 'vitest';
import { createChecker } from '../../../src/contract/check/checker.js';
import { arrowBatch, batchOf, contractOf, dictionary, largeUtf8, messages, utf8, validRows } from '../batches.js';

const asNull = { emptyTextsAreNull: true };

describe('an empty text of a parser', () => {
  const typed = {
    ...{ int: 'int', float: 'float', decimal: 'decimal(9,2)', bool: 'bool' },
    ...{ date: 'date', datetime: 'datetime', time: 'time', json: 'json' },
  };

  it.each(Object.keys(typed) as (keyof typeof typed)[])('is null in an optional column of type %s', (type) => {
    for (const batch of [batchOf({ value: ['', null] }), arrowBatch({ value: utf8(['', null]) })]) {
      const checker = createChecker(contractOf({ value: typed[type] }), asNull);
      const checked = checker.check(batch);
      expect(validRows(checked)).toEqual([[null], [null]]);
      expect([...checker.emptyTexts]).toEqual([['value', 1]]);
    }
  });

  it('stays an empty text in columns of text and bytes', () => {
    const checker = createChecker(contractOf({ name: 'string', data: 'binary', both: 'string!' }), asNull);
    const checked = checker.check(batchOf({ name: [''], data: [''], both: [''] }));
    expect(validRows(checked)).toEqual([['', Buffer.alloc(0), '']]);
    expect([...checker.emptyTexts]).toEqual([]);
  });

  it('is an error in a required column', () => {
    const checker = createChecker(contractOf({ id: 'int!', day: 'date!' }), asNull);
    expect(messages(checker.check(batchOf({ id: [''], day: ['2024-01-31'] })))).toEqual([
      "row 1, column id: '' is not an int",
    ]);
    expect([...checker.emptyTexts]).toEqual([]);
  });

  it('is counted over all batches, also among spaces and in dictionaries, and forgotten for the next file', () => {
    const checker = createChecker(contractOf({ amount: 'int', note: 'json' }), asNull);
    checker.check(batchOf({ amount: ['1', ' ', ''], note: ['[]', '{}', ''] }));
    checker.check(arrowBatch({ amount: largeUtf8(['\t', ' 2', null]), note: utf8(['1', '2', '']) }));
    const entries = dictionary(['7', '', null], [0, 1, 2, 1, null]);
    const checked = checker.check(arrowBatch({ amount: entries, note: utf8(['1', '2', '3', '4', '5']) }));
    expect(validRows(checked).map(([amount]) => amount)).toEqual([7n, null, null, null, null]);
    expect(Object.fromEntries(checker.emptyTexts)).toEqual({ amount: 5, note: 2 });
    checker.restart();
    expect(checker.emptyTexts.size).toBe(0);
  });

  it('of spaces is an error in JSON, whose text is stored unchanged', () => {
    const checker = createChecker(contractOf({ note: 'json' }), asNull);
    expect(messages(checker.check(batchOf({ note: ['  '] })))).toHaveLength(1);
  });

  it('is not counted where the contract lists it as null', () => {
    const checker = createChecker(contractOf({ amount: { type: 'int', nulls: ['', '-'] } }), asNull);
    expect(validRows(checker.check(batchOf({ amount: ['', '-', '3'] })))).toEqual([[null], [null], [3n]]);
    expect(checker.emptyTexts.size).toBe(0);
  });

  it('is a value of readers, which have made null of empty fields', () => {
    const checker = createChecker(contractOf({ amount: 'int' }));
    expect(messages(checker.check(batchOf({ amount: [''] })))).toEqual(["row 1, column amount: '' is not an int"]);
  });
});
