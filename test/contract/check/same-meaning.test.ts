import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumnCheck, hasSameMeaning, parseColumn } from '../../../src/contract/index.js';

/** Casts a text with two declarations and compares the values. */
function same(text: string | null, before: unknown, after: unknown): boolean {
  const [one, other] = [before, after].map((declared) => {
    const checked = createColumnCheck(parseColumn({}, 'x', declared))({ form: 'cells', name: 'x', cells: [text] }, 1);
    expect(checked.problems.count).toBe(0);
    return checked.typed;
  });
  return hasSameMeaning(one!, other!, 0);
}

test('a wider type keeps the meaning of a value', () => {
  expect(same('5', 'int', 'decimal(10,2)')).toBe(true);
  expect(same('5.25', 'decimal(10,2)', 'decimal(38,10)')).toBe(true);
  expect(same('-5.50', 'decimal(10,2)', 'float')).toBe(true);
  expect(same('5', 'int', 'float')).toBe(true);
  expect(same('2024-01-31', 'date', 'datetime')).toBe(true);
  expect(same('5', 'int', 'string')).toBe(true);
  expect(same(null, 'int', 'decimal(10,2)')).toBe(true);
});

test('a float that cannot hold the digits of an integer has another meaning', () => {
  expect(same('9007199254740992', 'int', 'float')).toBe(true);
  const exact = (text: string) => same(text, 'decimal(38,0)', 'decimal(38,1)');
  expect(exact('9007199254740993')).toBe(true);
});

test('another reading of the same text is another meaning', () => {
  const format = (text: string) => ({ type: 'date', format: text });
  expect(same('05/04/2024', format('%m/%d/%Y'), format('%d/%m/%Y'))).toBe(false);
  expect(same('05/05/2024', format('%m/%d/%Y'), format('%d/%m/%Y'))).toBe(true);
  const style = { type: 'decimal(10,3)', decimal: ',', thousands: '.' };
  expect(same('1.234', 'decimal(10,3)', style)).toBe(false);
  expect(same('1', 'decimal(10,3)', style)).toBe(true);
  expect(same('n/a', 'string', { type: 'string', nulls: ['n/a'] })).toBe(false);
});

test('every integer means the same as a decimal with any scale', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.integer({ min: 0, max: 19 }),
      (value, scale) => {
        expect(same(String(value), 'int', `decimal(${19 + scale},${scale})`)).toBe(true);
      },
    ),
  );
});
