import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import wabt from 'wabt';
import type { Dialect } from '../../../../src/tables/delimited/dialect.js';
import { type Grammar, grammarOf } from '../../../../src/tables/delimited/read/grammar.js';
import { createPlainLoops } from '../../../../src/tables/delimited/read/plain/plain-loops.js';
import { PLAIN_WASM } from '../../../../src/tables/delimited/read/plain/plain-wasm.js';
import { createUnquote, takeColumns } from '../../../../src/tables/delimited/read/take-columns.js';
import { tokenize } from '../../../../src/tables/delimited/read/tokenizer.js';
import { createTokens, tokenBytes } from '../../../../src/tables/delimited/read/tokens.js';
import { createAccounting } from '../../../../src/tables/text/read-text.js';
import { DIALECT } from './tokenized.js';

const SOURCE = new URL('../../../../src/tables/delimited/read/plain/plain.wat', import.meta.url);

test('what runs is what plain.wat says', async () => {
  const tools = await wabt();
  const compiled = tools.parseWat('plain.wat', await readFile(SOURCE, 'utf8'), { simd: true }).toBinary({}).buffer;
  expect(Buffer.from(compiled).toString('base64')).toBe(PLAIN_WASM);
});

/** All windows are larger than their text, so that what lies behind it is seen when it must not be. */
const WINDOW_BYTES = 4_096;

function read(text: Buffer, grammar: Grammar, isLast: boolean, hasLoops: boolean) {
  const plain = hasLoops ? createPlainLoops(grammar, WINDOW_BYTES, tokenBytes(grammar.width, WINDOW_BYTES)) : null;
  const bytes = plain?.window ?? new Uint8Array(WINDOW_BYTES);
  bytes.fill(0x2c);
  bytes.set(text);
  const tokens = { ...createTokens(grammar.width, WINDOW_BYTES, plain), header: Buffer.from('a,b,c') };
  const accounting = createAccounting();
  const end = tokenize({ bytes, from: 0, to: text.length, isLast }, tokens, grammar, accounting);
  const { rows, faults, recordStarts, recordEnds, lines } = tokens;
  const columns = takeColumns(bytes, tokens, createUnquote(grammar)).map((column) => ({
    values: Array.from({ length: rows }, (_, row) =>
      Buffer.from(column.bytes.subarray(column.offsets[row], column.offsets[row + 1])).toString('latin1'),
    ),
    validity: column.validity === null ? null : [...column.validity],
    nullCount: column.nullCount,
  }));
  const places = [[...recordStarts.slice(0, rows)], [...recordEnds.slice(0, rows)], [...lines.slice(0, rows + 1)]];
  return { end, rows, faults, places, columns, accounting };
}

const field = fc.oneof(
  fc.constantFrom(
    '',
    '12',
    'some words',
    '"quoted"',
    '"with, a delimiter"',
    '"over\ntwo lines"',
    ' "blank"',
    'a',
    '\r',
  ),
  fc.string({ maxLength: 40 }),
  fc.constantFrom('sixteen bytes 16', 'x'.repeat(17), 'y'.repeat(100), '"unclosed', 'ä€😀'),
);
const record = fc.oneof(
  { weight: 6, arbitrary: fc.array(field, { minLength: 3, maxLength: 3 }).map((fields) => fields.join(',')) },
  { weight: 1, arbitrary: fc.array(field, { maxLength: 5 }).map((fields) => fields.join(',')) },
  { weight: 1, arbitrary: fc.constantFrom('a,b,c', '# a comment', '', ' ', '1,2,3') },
);
const text = fc
  .array(fc.tuple(record, fc.constantFrom('\n', '\n', '\n', '\r\n', '\r\r\n', '\r')), { maxLength: 30 })
  .map((lines) => Buffer.from(lines.flat().join('')).subarray(0, WINDOW_BYTES - 1));
const dialect = fc.record({
  quote: fc.constantFrom('"', "'", null),
  comment: fc.constantFrom('#', null),
  columns: fc.constantFrom(['a', 'b', 'c'], ['a', 'b'], ['a']),
  delimiter: fc.constantFrom(',', ' '),
});

test('the loops over plain records find what the loops in JavaScript find', () => {
  fc.assert(
    fc.property(text, dialect, fc.boolean(), fc.nat(8), (whole, chosen, isLast, cut) => {
      const grammar = grammarOf({ ...DIALECT, ...chosen });
      const part = whole.subarray(0, Math.max(0, whole.length - cut));
      expect(read(part, grammar, isLast, true)).toEqual(read(part, grammar, isLast, false));
    }),
    { numRuns: 500 },
  );
});

test('there are none for dialects in which a record is more than lines and delimiters', () => {
  const others = [
    { delimiter: '||' },
    { lineEnd: '\r' },
    { trailingDelimiter: true },
    { isDrawn: true },
    { bareEscape: true },
  ];
  for (const odd of others as Partial<Dialect>[]) {
    expect(createPlainLoops(grammarOf({ ...DIALECT, ...odd }), WINDOW_BYTES, 1_024)).toBeNull();
  }
});

describe('the loops', () => {
  const grammar = grammarOf(DIALECT);

  function loopsOver(text: string) {
    const loops = createPlainLoops(grammar, WINDOW_BYTES, tokenBytes(grammar.width, WINDOW_BYTES));
    if (loops === null) throw new Error('there are no loops for plain records');
    loops.window.set(Buffer.from(text));
    const tokens = createTokens(grammar.width, WINDOW_BYTES, loops);
    const accounting = createAccounting();
    const take = (from: number) => loops.takeRecords(loops.window, from, Buffer.byteLength(text), tokens, accounting);
    return { loops, tokens, accounting, take };
  }

  test('take plain records to the end, with their lines', () => {
    const { take, tokens, accounting } = loopsOver('1,2,3\n4,5,6\n');
    expect(take(0)).toBe(12);
    expect([...tokens.lines.slice(0, tokens.rows)]).toEqual([1, 2]);
    expect(accounting).toMatchObject({ lines: 2, rows: 2 });
  });

  test('pause for a record where none was plain, and for more each time', () => {
    const { take } = loopsOver('"1",2,3\n4,5,6\n');
    expect(take(0)).toBe(0);
    expect(take(8)).toBe(8);
    expect(take(0)).toBe(0);
    expect([take(8), take(8), take(8), take(8)]).toEqual([8, 8, 8, 14]);
    expect(take(0)).toBe(0);
    expect([take(8), take(8)]).toEqual([8, 14]);
  });

  test('see their own window only', () => {
    const { loops, tokens, accounting } = loopsOver('1,2,3\n');
    const other = new Uint8Array(Buffer.from('1,2,3\n'));
    expect(loops.takeRecords(other, 0, other.length, tokens, accounting)).toBe(0);
    expect(loops.columnRoom(other, 8)).toBeNull();
  });

  test('have room for columns as large as the window, and no more', () => {
    const { loops } = loopsOver('');
    const room = WINDOW_BYTES + tokenBytes(grammar.width, WINDOW_BYTES);
    expect(loops.columnRoom(loops.window, room)?.length).toBe(room);
    expect(loops.columnRoom(loops.window, room + 1)).toBeNull();
  });
});
