import { describe, expect, it } from 'vitest';
import { createColumnProblems } from '../../../src/contract/problems/column-problems.js';
import { quote } from '../../../src/contract/problems/quote.js';
import { problem } from '../../../src/contract/problems/row-error.js';

describe('a value in a message', () => {
  it('is text in quotes, the rest without', () => {
    expect(quote('a')).toBe("'a'");
    expect(quote(5)).toBe('5');
    expect([quote(new Uint8Array(1)), quote(new Uint8Array(2)), quote(new Uint8Array(0))]).toEqual([
      '<1 byte>',
      '<2 bytes>',
      '<0 bytes>',
    ]);
  });

  it('has at most 80 characters and no half of one', () => {
    expect(quote('x'.repeat(80))).toBe(`'${'x'.repeat(80)}'`);
    expect(quote('x'.repeat(81))).toBe(`'${'x'.repeat(80)}…'`);
    expect(quote(`${'x'.repeat(79)}😀`)).toBe(`'${'x'.repeat(79)}…'`);
    expect(quote(`${'x'.repeat(78)}😀y`)).toBe(`'${'x'.repeat(78)}😀…'`);
    expect(quote(`${'x'.repeat(79)}\ue000y`)).toBe(`'${'x'.repeat(79)}\ue000…'`);
  });

  it('has no control characters', () => {
    expect(quote('a\tb\r\nc\u0000\u001f\u007f\u009f d')).toBe("'a\\tb\\r\\nc\\x00\\x1f\\x7f\\x9f d'");
  });
});

describe('the problems of a column', () => {
  const because = (text: string) => (row: number) => problem('invalid_int', null, `${text} in ${row}`);

  it('are counted once a row, and the first reason stays', () => {
    const problems = createColumnProblems(3);
    const [first, second] = [problems.because(because('first')), problems.because(because('second'))];
    second(2, 'invalid_int', 'second');
    first(2, 'out_of_range', 'first');
    first(0, 'out_of_range');
    expect(problems.count).toBe(2);
    expect([0, 1, 2].map((row) => problems.has(row))).toEqual([true, false, true]);
    expect([0, 1, 2].map((row) => problems.at(row)?.message)).toEqual(['first in 0', undefined, 'second in 2']);
    expect([0, 1, 2].map((row) => problems.causeAt(row))).toEqual([
      { type: 'out_of_range', reason: null },
      undefined,
      { type: 'invalid_int', reason: 'second' },
    ]);
    const bad = Uint8Array.of(0, 1, 0);
    problems.mark(bad);
    expect([...bad]).toEqual([1, 1, 1]);
  });

  it('have their types, however many causes there are', () => {
    const problems = createColumnProblems(1_000);
    const refuse = problems.because((row) => problem('invalid_date', 'x', ` is not a date: ${row}`));
    for (let row = 0; row < 1_000; row += 1) refuse(row, 'invalid_date', ` is not a date: ${row}`);
    const causes = Array.from({ length: 1_000 }, (_, row) => problems.causeAt(row));
    expect(causes.slice(0, 255).map((cause) => cause?.reason)).toEqual(
      causes.slice(0, 255).map((_, row) => ` is not a date: ${row}`),
    );
    expect(causes.slice(255).every((cause) => cause?.type === 'invalid_date' && cause.reason === null)).toBe(true);
  });

  it('are none at first', () => {
    const problems = createColumnProblems(2);
    const bad = new Uint8Array(2);
    problems.mark(bad);
    expect([problems.count, problems.has(0), problems.at(0), ...bad]).toEqual([0, false, undefined, 0, 0]);
  });
});
