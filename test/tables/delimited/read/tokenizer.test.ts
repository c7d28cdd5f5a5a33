import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../../src/tables/delimited/dialect.js';
import { createAccounting } from '../../../../src/tables/text/read-text.js';
import { tokenized, type Tokenized } from './tokenized.js';

const NONE = [null, null, null];
const AB = { columns: ['a', 'b'] };

describe('the fields of a record', () => {
  test.each<[string, Partial<Dialect>, string, (string | null)[][], string[]?]>([
    ['are what stands between delimiters', {}, '1,2,3\n4,,6\n', [['1', '2', '3'], ['4', null, '6']]],
    ['may end the file', {}, '1,2,3', [['1', '2', '3']]],
    ['may all be empty if they are quoted', {}, '"","",""\n', [['', '', '']]],
    ['are not all empty', {}, '1,2,3\n,,\n4,5,6\n , ,\n', [['1', '2', '3'], ['4', '5', '6']]],
    ['of one to nine bytes are copied whole', {}, '1,12,123\n1234,12345,123456\n1234567,12345678,123456789\n', [['1', '12', '123'], ['1234', '12345', '123456'], ['1234567', '12345678', '123456789']]],
    ['of about 48 bytes as well', {}, `${'x'.repeat(47)},${'y'.repeat(48)},${'z'.repeat(49)}\n`, [['x'.repeat(47), 'y'.repeat(48), 'z'.repeat(49)]]],
    ['lose the carriage returns of the line end only', {}, '1,2\r,3\r\n4,5,6\r\r\n7,8,\r\n', [['1', '2\r', '3'], ['4', '5', '6'], ['7', '8', null]]],
    ['end at a carriage return where it ends lines', { lineEnd: '\r' }, '1,2,3\r4,5,6\r', [['1', '2', '3'], ['4', '5', '6']]],
    ['end at any line end where they are mixed', { lineEnd: 'mixed' }, '1,2,3\r4,5,6\n7,8,9\r\n', [['1', '2', '3'], ['4', '5', '6'], ['7', '8', '9']]],
    ['may be in quotes', {}, '"1","2, ""3""",""\n', [['1', '2, "3"', '']]],
    ['may have blanks around their quotes', {}, ' "1" ,  "2"  ,3\n4, 5 , 6\n', [['1', '2', '3'], ['4', ' 5 ', ' 6']]],
    ['may have quotes and a carriage return at the end', {}, '1,2,"3"\r\n', [['1', '2', '3']]],
    ['may hold lines', {}, '1,"x\ny\r\nz",3\n', [['1', 'x\ny\r\nz', '3']]],
    ['may hold a quote further on', {}, '1,5" pipe,3\n', [['1', '5" pipe', '3']]],
    ['may be without quotes at all', { quote: null, escape: null }, '"1,2",3\n', [['"1', '2"', '3']]],
    ['may have an escape in quotes', { escape: '\\' }, '1,"a\\"b\\\\c\\n",3\n', [['1', 'a"b\\c\\n', '3']]],
    ['keep a backslash that escapes nothing', {}, '1,"a\\",3\n', [['1', 'a\\', '3']]],
    ['may have an escape before a delimiter', { bareEscape: true }, 'a\\,b,c\\d,e\\\\f\n1,2,3\\,4\n', [['a,b', 'c\\d', 'e\\f'], ['1', '2', '3,4']]],
    ['are apart by delimiters of several bytes', { delimiter: '||' }, 'a|b||c||d|e\n"x"||||z\n', [['a|b', 'c', 'd|e'], ['x', null, 'z']]],
    ['are apart by blanks', { delimiter: ' ' }, '1 2 3\n"4" "5" "6"\n', [['1', '2', '3'], ['4', '5', '6']]],
    ['may be followed by a delimiter', { trailingDelimiter: true }, '1,2,3,\n4,5,6\n,,,\n', [['1', '2', '3'], ['4', '5', '6']]],
    ['are not followed by a value', { trailingDelimiter: true }, '1,2,3,4\n5,6,7,\n', [NONE, ['5', '6', '7']], ['0: too_many_fields: 1,2,3,4']],
    ['are not followed by two delimiters', { trailingDelimiter: true }, '1,2,3,,\n5,6,7,\n', [NONE, ['5', '6', '7']], ['0: too_many_fields: 1,2,3,,']],
    ['are not followed by an empty value in quotes', { trailingDelimiter: true }, '1,2,3,""\n', [NONE], ['0: too_many_fields: 1,2,3,""']],
    ['may be left out at the end', { shortRows: true }, '1,2\n1,2,3\n1,\n', [['1', '2', null], ['1', '2', '3'], ['1', null, null]]],
    ['may not all be left out but one', { shortRows: true }, '1\n1,2,3\n', [NONE, ['1', '2', '3']], ['0: too_few_fields: 1']],
    ['may not be left out where they are too many', { shortRows: true }, '1,2,3,4\n', [NONE], ['0: too_many_fields: 1,2,3,4']],
    ['are counted where none may be left out', {}, '1,2\n1,2,3,4\n5,6,7\n', [NONE, NONE, ['5', '6', '7']], ['0: too_few_fields: 1,2', '1: too_many_fields: 1,2,3,4']],
  ])('%s', (_what, dialect, text, rows, faults = []) => {
    const read = tokenized(text, dialect);
    expect(read).toMatchObject({ rows, faults, taken: Buffer.byteLength(text) });
  }); // oxfmt-ignore

  test.each<[string, string, (string | null)[][], string[]?]>([
    ['with both sides', '| 1 | x y |\n|2|z|\n', [['1', 'x y'], ['2', 'z']]],
    ['with blanks before the left side', '  | 1 | x |\n', [['1', 'x']]],
    ['without sides', ' 1 | x \n2|y\n', [['1', 'x'], ['2', 'y']]],
    ['with empty cells', '|   | x |\n| 1 |   |\n', [[null, 'x'], ['1', null]]],
    ['with a cell too many', '| 1 | x | y |\n| 2 | z |\n', [[null, null], ['2', 'z']], ['0: too_many_fields: | 1 | x | y |']],
    ['with quotes', '| " 1 " | x |\n', [[' 1 ', 'x']]],
  ])('of a drawn table %s', (_what, text, rows, faults = []) => {
    expect(tokenized(text, { ...AB, delimiter: '|', isDrawn: true, trailingDelimiter: true })).toMatchObject({ rows, faults });
  }); // oxfmt-ignore
});

describe('lines that are no rows', () => {
  const skipped = ({ accounting: { skipped: { blank, comment }, header } }: Tokenized) => ({ blank, comment, header }); // oxfmt-ignore

  test('blank ones are skipped, also with blanks and control characters', () => {
    const read = tokenized('\n1,2,3\n\r\n\r\r\n   \n\0\x1a\n4,5,6\n');
    expect(read.rows).toEqual([['1', '2', '3'], ['4', '5', '6']]); // oxfmt-ignore
    expect(read.lines).toEqual([2, 7, 8]);
    expect(skipped(read)).toEqual({ blank: 5, comment: 0, header: 0 });
  });

  test('blanks are a value where there is one column', () => {
    const read = tokenized('x\n\n  \ny\n', { columns: ['a'] });
    expect(read.rows).toEqual([['x'], ['  '], ['y']]);
    expect(skipped(read)).toEqual({ blank: 1, comment: 0, header: 0 });
  });

  test('a carriage return alone is blank where it ends lines, and a field where it does not', () => {
    expect(skipped(tokenized('1,2,3\r\r4,5,6\r', { lineEnd: '\r' }))).toEqual({ blank: 1, comment: 0, header: 0 });
    expect(tokenized('\r1,2,3\n').rows).toEqual([['\r1', '2', '3']]);
  });

  test('comments begin with their sign, and with all of it', () => {
    const read = tokenized('// no, row\n1,2,3\n/4,5,6\n//\n', { comment: '//' });
    expect(read.rows).toEqual([['1', '2', '3'], ['/4', '5', '6']]); // oxfmt-ignore
    expect(skipped(read)).toEqual({ blank: 0, comment: 2, header: 0 });
    expect(tokenized('#1,2,3\n').rows).toEqual([['#1', '2', '3']]);
  });

  test('lines of dashes are drawn, unless there is one column or they are too short', () => {
    const read = tokenized('-----\n1,2,3\n--\n== ==\n');
    expect(read.faults).toEqual(['1: too_few_fields: --']);
    expect(skipped(read)).toEqual({ blank: 0, comment: 2, header: 0 });
    expect(tokenized('-----\n', { columns: ['a'] }).rows).toEqual([['-----']]);
  });

  test('the header may come again, and only all of it', () => {
    const read = tokenized('a,b,c\n1,2,3\na,b,c\r\na,b,cd\na,b,\n', {}, { header: 'a,b,c' });
    expect(read.rows).toEqual([['1', '2', '3'], ['a', 'b', 'cd'], ['a', 'b', null]]); // oxfmt-ignore
    expect(read.lines).toEqual([2, 4, 5, 6]);
    expect(skipped(read)).toEqual({ blank: 0, comment: 0, header: 2 });
    expect(tokenized('a,b,c\n').rows).toEqual([['a', 'b', 'c']]);
  });
});

describe('records that are no rows', () => {
  test.each<[string, string, string[], number?, Partial<Dialect>?]>([
    ['with text behind a quote', '1,"2"x,3\n4,5,6\n', ['0: text_after_quote: 1,"2"x,3'], 2],
    ['with text behind a quote in the last line', '1,"2"x,3', ['0: text_after_quote: 1,"2"x,3'], 1],
    ['with half a delimiter behind a quote', '"1"|2||3||4\n', ['0: text_after_quote: "1"|2||3||4'], 1, { delimiter: '||' }],
    ['with a quote that is never closed, in the last line', '1,2,3\n4,"5,6', ['1: unclosed_quote: 4,"5,6'], 2],
    ['with a quote that is not closed before the next good line', '1,"2,3\n4,5,6\n', ['0: unclosed_quote: 1,"2,3'], 2],
    ['with such a quote, and lines that are no rows below it', '1,"2,3\nx\ny\n4,5,6\n', ['0: unclosed_quote: 1,"2,3\nx\ny'], 2],
    ['over two lines, with too few fields', '1,"x\ny"\n4,5,6\n', ['0: too_few_fields: 1,"x\ny"'], 2],
    ['over two lines, with another such record below', '1,"x\ny"\n4,5\n7,8,9\n', ['0: too_few_fields: 1,"x\ny"', '1: too_few_fields: 4,5'], 3],
    ['over two lines, the second of which looks like a row', '1,"x\n4,5,6"\n7,8,9\n', ['0: too_few_fields: 1,"x\n4,5,6"'], 2],
    ['with text behind a quote and a field over two lines', '1,"2"x,"3\n4"\n5,6,7\n', ['0: text_after_quote: 1,"2"x,"3\n4"'], 2],
    ['unless quotes are valid, whatever the lines look like', '1,"x,3\n4,y",6\n7,8,9\n', [], 2],
    ['with a quote inside a field that opens across a delimiter', '1,$6"a, b"\n4,5,6\n', ['0: stray_quote: 1,$6"a, b"'], 2],
    ['unless a quote in a field may be data', '1,5" x,3"\n4,5,6\n', [], 2],
    ['with such a quote, if quotes are strict', '1,5" x,3"\n4,5,6\n', ['0: stray_quote: 1,5" x,3"'], 2, { strictQuotes: true }],
    ['with a field over two lines and an unclosed quote', '1,2,"3\n4,5","6\nx\ny\n', ['0: unclosed_quote: 1,2,"3\n4,5","6\nx\ny'], 1, { columns: ['a', 'b', 'c', 'd'] }],
  ])('%s', (_what, text, faults, rows = 1, dialect = {}) => {
    const read = tokenized(text, dialect);
    expect(read.faults).toEqual(faults);
    expect(read.rows).toHaveLength(rows);
    expect(read.taken).toBe(text.length);
    for (const fault of faults) expect(read.rows[Number.parseInt(fault, 10)]!.every((cell) => cell === null)).toBe(true);
    expect(read.accounting.rows).toBe(read.accounting.lines);
  }); // oxfmt-ignore

  test('say what is wrong with them', () => {
    expect(tokenized('1\n', AB).messages).toEqual(['has 1 field, the table has 2 columns']);
    expect(tokenized('1,2,3\n', AB).messages).toEqual(['has 3 fields, the table has 2 columns']);
    expect(tokenized('1,"2', AB).messages).toEqual(['a quote is opened and not closed']);
    expect(tokenized('1,"2"x', AB).messages).toEqual(['text follows a closing quote']);
  });

  test('end after 256 lines in which no good one was found', () => {
    const read = tokenized(`1,"x\n${'z\n'.repeat(260)}`);
    expect(read.faults[0]).toBe(`0: unclosed_quote: 1,"x\n${'z\n'.repeat(256).trimEnd()}`);
    expect(read.lines.slice(0, 3)).toEqual([1, 258, 259]);
    expect(read.faults).toHaveLength(5);
  });

  test('number their lines and those behind them', () => {
    const read = tokenized('1,2\n3,"x\ny",4\n5,"6\n7,8,9\n');
    expect(read.lines).toEqual([1, 2, 4, 5, 6]);
    expect(read.accounting).toMatchObject({ lines: 5, rows: 5 });
  });
});

describe('a window that is not the last', () => {
  const part = (text: string, dialect: Partial<Dialect> = {}) => tokenized(text, dialect, { isLast: false });

  test('gives up its faults as soon as their lines are whole', () => {
    expect(part('1,2\n3,4,5\n')).toMatchObject({ faults: ['0: too_few_fields: 1,2'], taken: 10 });
    expect(part('1,"2"x,3\n4,5,6\n')).toMatchObject({ faults: ['0: text_after_quote: 1,"2"x,3'], taken: 15 });
    expect(part('1,"x\ny"\n4,5,6\n')).toMatchObject({ faults: ['0: too_few_fields: 1,"x\ny"'], taken: 14 });
  });

  test.each<[string, string, number, Partial<Dialect>?]>([
    ['a row', '1,2,3\n4,5,6', 6],
    ['a row without a last line', '4,5,6', 0],
    ['a record with too few fields', '1,2,3\n4,5', 6],
    ['a record with text behind a quote', '1,2,3\n4,"5"x', 6],
    ['a record with an open quote', '1,2,3\n4,"5\n6,7,8\n', 6],
    ['a line end of two bytes', '1,2,3\r\n4,5,6\r', 7, { lineEnd: 'mixed' }],
    ['a blank line of two bytes', '1,2,3\n\r', 6, { lineEnd: 'mixed' }],
    ['blanks', '1,2,3\n  ', 6],
    ['a carriage return', '1,2,3\n\r', 6],
    ['a comment', '1,2,3\n# x', 6, { comment: '#' }],
  ])('keeps %s for the next', (_what, text, taken, dialect = {}) => {
    expect(part(text, dialect).taken).toBe(taken);
    expect(tokenized(text, dialect).taken).toBe(text.length);
  });

  test('takes what is whole to its last byte', () => {
    expect(part('1,2,3\n').taken).toBe(6);
    expect(part('1,2,3\r\n').taken).toBe(7);
    expect(part('1,2,3\r\n', { lineEnd: 'mixed' }).taken).toBe(7);
    expect(part('# x\n1,2,3\n', { comment: '#' })).toMatchObject({
      taken: 10,
      accounting: { skipped: { comment: 1 } },
    });
    expect(part('1,2,3\n\n')).toMatchObject({ taken: 7, accounting: { skipped: { blank: 1 } } });
  });

  const field = fc.constantFrom('', '1', '22', 'x y', '"q"', '"a,b"', '"l\nm"', ' "b" ', '"d""d"', 'é');
  const line = fc.oneof(
    { weight: 5, arbitrary: fc.array(field, { minLength: 3, maxLength: 3 }).map((fields) => fields.join(',')) },
    { weight: 1, arbitrary: fc.constantFrom('', '  ', '#c', '# 1,2', '---', '1,2', '1,2,3,4', '"x"y,2,3', 'a,b,c') },
  );
  const text = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { minLength: 1, maxLength: 8 })
    .map((lines) => Buffer.from(lines.flat().join('')));
  const variant = fc.record({
    lineEnd: fc.constantFrom<Dialect['lineEnd']>('\n', 'mixed'),
    comment: fc.constantFrom('#', null),
    shortRows: fc.boolean(),
    trailingDelimiter: fc.boolean(),
  });

  test('and the next one give together what one window gives', () => {
    fc.assert(
      fc.property(text, variant, fc.nat(), fc.boolean(), (whole, dialect, at, isShort) => {
        const options = { header: 'a,b,c' };
        const cut = at % (whole.length + 1);
        const accounting = createAccounting();
        const first = tokenized(whole.subarray(0, cut), dialect, {
          ...options,
          accounting,
          isLast: false,
          ...(isShort ? { rowLimit: 1 } : {}),
        });
        const second = tokenized(whole.subarray(first.taken), dialect, { ...options, accounting });
        const all = tokenized(whole, dialect, options);
        expect([...first.rows, ...second.rows]).toEqual(all.rows);
        expect([...first.lines.slice(0, -1), ...second.lines]).toEqual(all.lines);
        expect(accounting).toEqual(all.accounting);
        const behind = second.faults.map((fault) =>
          fault.replace(/^\d+/, (row) => `${Number(row) + first.rows.length}`),
        );
        expect([...first.faults, ...behind]).toEqual(all.faults);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a batch', () => {
  test.each([1, 2, 3])('of %i rows ends where its room does', (rowLimit) => {
    const read = tokenized('1,2,3\n4,5,6\n7,8,9\n', {}, { rowLimit });
    expect(read.rows).toHaveLength(rowLimit);
    expect(read.taken).toBe(6 * rowLimit);
    expect(read.lines.at(-1)).toBe(rowLimit + 1);
  });

  test('with faults ends there as well', () => {
    const read = tokenized('1,2\n4,5\n7,8\n', {}, { rowLimit: 2 });
    expect(read).toMatchObject({ faults: ['0: too_few_fields: 1,2', '1: too_few_fields: 4,5'], taken: 8 });
  });

  test('knows nulls beyond its eighth row', () => {
    const text = Array.from({ length: 20 }, (_, row) => (row % 8 === 7 || row === 16 ? ',,x' : `${row},"",`)).join(
      '\n',
    );
    expect(tokenized(text).rows).toEqual(
      Array.from({ length: 20 }, (_, row) => (row % 8 === 7 || row === 16 ? [null, null, 'x'] : [`${row}`, '', null])),
    );
  });
});
