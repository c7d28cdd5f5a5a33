import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../../src/tables/delimited/dialect.js';
import { faultBadEncoding } from '../../../../src/tables/delimited/read/bad-encoding.js';
import { grammarOf, unquoted } from '../../../../src/tables/delimited/read/grammar.js';
import { copyToTransfer, recycleMemory, takeMemory } from '../../../../src/tables/delimited/read/plain/spare-memory.js';
import { closingQuote } from '../../../../src/tables/delimited/read/read-fields.js';
import { looksLikeRows } from '../../../../src/tables/delimited/read/looks-like-rows.js';
import { createUnquote, tokenBatch } from '../../../../src/tables/delimited/read/take-columns.js';
import { tokenize } from '../../../../src/tables/delimited/read/tokenizer.js';
import { createTokens, tokenBytes } from '../../../../src/tables/delimited/read/tokens.js';
import { createAccounting } from '../../../../src/tables/text/read-text.js';
import { DIALECT } from './tokenized.js';

describe('a record over several lines swallows rows', () => {
  const swallows = (text: string, fields: number, dialect: Partial<Dialect> = {}): boolean => {
    const bytes = Buffer.from(`${text}\n`);
    return looksLikeRows(bytes, 0, bytes.length - 1, grammarOf({ ...DIALECT, ...dialect }), fields);
  };

  test.each<[string, string, number, boolean]>([
    ['where each line has all fields and a number in one column', '1,"x,3\n4,y",6', 3, true],
    ['where the number is in the last column', 'a,"x,3\nb,y",6', 3, true],
    ['not where the numbers are in different columns', '1,"x,z\nb,y",6', 3, false],
    ['not where it is text with as many delimiters', 'so,"we,met\nthen,we,"left', 3, false],
    ['not where the first line has fewer fields', '1,"x\n4,y",6', 3, false],
    ['not where the last line has fewer fields', '1,"x,3\n4",6', 3, false],
    ['not where a middle line has more', '1,"x,3\n4,5,6,7\n4,y",6', 3, false],
    ['not where there is one field', '"1\n2"', 1, false],
    ['where there are dates and times', '2024-01-31,"x\n10:00,y"', 2, true],
    ['where there are signs and fractions', '-1.5,"x\n+1/2,y"', 2, true],
    ['not where there is a sign without a digit', '-,"x\n1,y"', 2, false],
    ['not where digits have letters behind them', '1a,"x\n2b,y"', 2, false],
    ['not where bytes just above and below the digits stand', '1;,"x\n2;,y"', 2, false],
    ['where there are six columns of text', 'a,b,c,d,e,"f\ng,h,i,j,k,l"', 6, true],
    ['not where there are five', 'a,b,c,d,"e\ng,h,i,j,k"', 5, false],
    ['where there are more columns than are compared', `${'a,'.repeat(69)}"b\n${'c,'.repeat(69)}d"`, 70, true],
    ['not where it is empty', ',"\n,"', 2, false],
  ])('%s', (_what, text, fields, expected) => {
    expect(swallows(text, fields)).toBe(expected);
  });

  test('where a carriage return ends lines', () => {
    expect(swallows('1,"x\r2,y"', 2, { lineEnd: '\r' })).toBe(true);
    expect(swallows('1,"x\r2,y"', 2)).toBe(false);
  });
});

describe('a quoted field', () => {
  const closing = (text: string, escape: '"' | '\\' = '"'): number => {
    const bytes = Buffer.from(`${text}"`);
    return closingQuote(bytes, 0, bytes.length - 1, grammarOf({ ...DIALECT, escape }));
  };

  test.each([
    ['ab",c', 2],
    ['a""b",c', 4],
    ['a"""', 3],
    ['""', -1],
    ['ab"', 2],
    ['ab', -1],
    ['', -1],
    ['a\\",c', 2],
  ])('that goes on with %j is closed at %i', (text, at) => {
    expect(closing(text)).toBe(at);
  });

  test('is not closed by a quote behind a backslash that escapes', () => {
    expect(closing('a\\"b",c', '\\')).toBe(4);
    expect(closing('a\\\\",c', '\\')).toBe(3);
  });

  test.each<[string, Partial<Dialect>, string, string]>([
    ['a doubled quote is one', {}, 'a""b', 'a"b'],
    ['a backslash stays', {}, 'a\\"b', 'a\\"b'],
    ['an escape before a quote is dropped', { escape: '\\' }, 'a\\"b', 'a"b'],
    ['an escape before another is dropped', { escape: '\\' }, 'a\\\\b', 'a\\b'],
    ['an escape before a letter stays', { escape: '\\' }, 'a\\nb', 'a\\nb'],
    ['an escape before a delimiter stays in quotes', { escape: '\\' }, 'a\\,b', 'a\\,b'],
    ['an escape before a delimiter is dropped where it escapes such', { bareEscape: true }, 'a\\,b', 'a,b'],
  ])('%s', (_what, dialect, text, expected) => {
    const unquote = createUnquote(grammarOf({ ...DIALECT, ...dialect }));
    const target = Buffer.alloc(20);
    const end = unquote(Buffer.from(text), 0, Buffer.byteLength(text), target, 3);
    expect(target.toString('utf8', 3, end)).toBe(expected);
  });
});

describe('a grammar', () => {
  test('has blanks that mean nothing around quotes, unless they separate or nothing is quoted', () => {
    expect(grammarOf(DIALECT).blankByte).toBe(0x20);
    expect(grammarOf({ ...DIALECT, delimiter: ' ' }).blankByte).toBe(-1);
    expect(grammarOf({ ...DIALECT, quote: null }).blankByte).toBe(-1);
    expect(unquoted(grammarOf(DIALECT))).toMatchObject({ quote: -1, blankByte: -1, delimiterByte: 0x2c });
  });

  test('tells what each byte means outside of quotes', () => {
    const meanings = (dialect: Partial<Dialect>): [number, number][] =>
      [...grammarOf({ ...DIALECT, ...dialect }).classes.entries()].filter(([, meaning]) => meaning !== 0);
    expect(meanings({})).toEqual([[0x0a, 2], [0x22, 4], [0x2c, 1]]); // oxfmt-ignore
    expect(meanings({ quote: null })).toEqual([[0x0a, 2], [0x2c, 1]]); // oxfmt-ignore
    expect(meanings({ lineEnd: '\r' })).toEqual([[0x0a, 2], [0x0d, 2], [0x22, 4], [0x2c, 1]]); // oxfmt-ignore
    expect(meanings({ lineEnd: '\r\n' })).toEqual([[0x0a, 2], [0x22, 4], [0x2c, 1]]); // oxfmt-ignore
    expect(meanings({ bareEscape: true })).toEqual([[0x0a, 2], [0x22, 4], [0x2c, 1], [0x5c, 3]]); // oxfmt-ignore
  });

  test('has a backslash where it escapes, and bytes or -1 for the rest', () => {
    expect(grammarOf(DIALECT)).toMatchObject({
      quote: 0x22,
      backslash: -1,
      bareEscape: -1,
      returnEnds: false,
      width: 3,
    });
    expect(grammarOf({ ...DIALECT, escape: '\\' })).toMatchObject({ backslash: 0x5c, bareEscape: -1 });
    expect(grammarOf({ ...DIALECT, bareEscape: true })).toMatchObject({ backslash: 0x5c, bareEscape: 0x5c });
    expect(grammarOf({ ...DIALECT, quote: null, lineEnd: 'mixed' })).toMatchObject({ quote: -1, returnEnds: true });
  });
});

describe('rows whose bytes are no text', () => {
  const read = (content: Buffer, encoding: string | null, behind = '') => {
    const bytes = new Uint8Array(Buffer.concat([content, Buffer.from(behind, 'latin1'), Buffer.alloc(1)]));
    const grammar = grammarOf({ ...DIALECT, columns: ['a', 'b'] });
    const tokens = { ...createTokens(2, bytes.length), names: ['a', 'b'] };
    const end = tokenize({ bytes, from: 0, to: content.length, isLast: true }, tokens, grammar, createAccounting());
    faultBadEncoding(bytes, tokens, end, encoding);
    const places = Array.from({ length: tokens.rows }, (_, row) => tokens.ends[row * 2 + 1]! - tokens.starts[row * 2]!);
    return { faults: tokens.faults, places };
  };
  const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

  test.each([
    ['the first', 'x\xff,1\ny,2\nz,3\n', 0],
    ['one between others', 'x,1\ny\xff,2\nz,3\n', 1],
    ['the last, without a line end', 'x,1\ny,2\nz\xff,3', 2],
    ['the last field of a line of Windows', 'x,1\ny,2\xff\r\nz,3', 1],
  ])('are faults: %s', (_which, text, row) => {
    const { faults, places } = read(latin1(text), null);
    const raw = text.split('\n')[row]!.trimEnd().replace('\xff', '\\xff');
    const column = text.split('\n')[row]!.indexOf('\xff') === 1 ? 'a' : 'b';
    expect(faults).toEqual([{ row, code: 'bad_encoding', message: 'has bytes that are not UTF-8', column, raw }]);
    expect(places.map((length) => length === 0)).toEqual([0, 1, 2].map((at) => at === row));
  });

  test('stand among other faults in the order of their rows, and no row has two', () => {
    const { faults } = read(latin1('x\n\xff,1\ny,2\n\xff\n\xff,3\n'), null);
    expect(faults.map(({ row, code }) => [row, code])).toEqual([
      [0, 'too_few_fields'],
      [1, 'bad_encoding'],
      [3, 'too_few_fields'],
      [4, 'bad_encoding'],
    ]);
  });

  test('are those that the decoder had no text for, where there was one', () => {
    const { faults } = read(Buffer.from('x\ufffd,1\ny,2\n'), 'windows-1252');
    expect(faults).toMatchObject([{ row: 0, message: 'has bytes that are not windows-1252' }]);
    expect(read(Buffer.from('x\ufffd,1\ny,2\n'), null).faults).toEqual([]);
  });

  test('are not looked for behind the records, nor without any', () => {
    expect(read(latin1('x,1\n'), null, '\xff').faults).toEqual([]);
    expect(read(latin1('\n'), null, '\xff').faults).toEqual([]);
  });
});

describe('room for tokens', () => {
  test.each([
    ['a small file', 3, 0, 256],
    ['a window, four bytes a field', 3, 12_000, 1_000],
    ['a row more where bytes are left', 3, 12_001, 1_001],
    ['the largest batch', 1, Infinity, 65_536],
    ['sixteen columns', 16, Infinity, 65_536],
    ['seventeen columns', 17, Infinity, 61_680],
    ['a very wide table', 10_000, Infinity, 104],
    ['a table wider than a batch', 2_000_000, 0, 1],
  ])('of %s', (_what, width, windowBytes, rows) => {
    const tokens = createTokens(width, windowBytes);
    expect([tokens.rowLimit, tokens.rows, tokens.recordStarts.length, tokens.lines.length]).toEqual([
      rows,
      0,
      rows,
      rows + 1,
    ]);
    expect([tokens.starts.length, tokens.ends.length, tokens.recordEnds.length]).toEqual([
      rows * width,
      rows * width,
      rows,
    ]);
    expect(tokenBytes(width, windowBytes)).toBe((2 * width + 2) * rows * 4);
  });
});

test('a batch has the names of its columns and the line behind its last row', () => {
  const bytes = new Uint8Array(Buffer.from('1,2,3\n4,5,6\n '));
  const grammar = grammarOf(DIALECT);
  const tokens = createTokens(3, bytes.length);
  expect(tokenBatch(bytes, tokens, createUnquote(grammar), ['a', 'b', 'c'])).toBeNull();
  tokenize({ bytes, from: 0, to: 12, isLast: true }, tokens, grammar, createAccounting());
  const batch = tokenBatch(bytes, tokens, createUnquote(grammar), ['a', 'b', 'c']);
  expect(batch).toMatchObject({ batch: { rowCount: 2, columns: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] } });
  expect([...batch!.lines]).toEqual([1, 2, 3]);
});

test('records have places, faults as well, also where the room is used again', () => {
  const grammar = grammarOf(DIALECT);
  const tokens = createTokens(3, 64);
  const places = (text: string) => {
    const bytes = new Uint8Array(Buffer.from(`${text} `));
    tokenize({ bytes, from: 0, to: text.length, isLast: true }, tokens, grammar, createAccounting());
    return Array.from({ length: tokens.rows }, (_, row) => [tokens.recordStarts[row], tokens.recordEnds[row]]);
  };
  expect(places('\n1,2,3\n4,5\n6,7,8\r\n')).toEqual([[1, 6], [7, 10], [11, 17]]); // oxfmt-ignore
  expect(places('4,5\n6,7\n')).toEqual([[0, 3], [4, 7]]); // oxfmt-ignore
});

describe('memory that is given back', () => {
  const STEP = 262_144;

  test('is used again by what fits into it, the smallest first', () => {
    const [small, large] = [new ArrayBuffer(5 * STEP), new ArrayBuffer(6 * STEP)];
    recycleMemory(large);
    recycleMemory(small);
    expect(takeMemory(5 * STEP + 1)).toBe(large);
    expect(takeMemory(5 * STEP)).toBe(small);
    expect(takeMemory(5 * STEP)).not.toBe(small);
  });

  test('is kept for twelve, and the smallest is dropped', () => {
    const pieces = Array.from({ length: 13 }, (_, piece) => new ArrayBuffer((20 + piece) * STEP));
    for (const piece of pieces) recycleMemory(piece);
    const [dropped, ...kept] = pieces;
    expect(kept.every((piece) => takeMemory(piece.byteLength) === piece)).toBe(true);
    expect(takeMemory(20 * STEP)).not.toBe(dropped);
  });

  test('is made in steps where there is none', () => {
    expect(takeMemory(100 * STEP + 1).byteLength).toBe(101 * STEP);
    expect(takeMemory(100 * STEP).byteLength).toBe(100 * STEP);
    expect([...copyToTransfer(Uint8Array.of(1, 2, 3))]).toEqual([1, 2, 3]);
  });
});
