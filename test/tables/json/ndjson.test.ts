import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountedLines, readTable } from '../read-table.js';

const read = (content: string | Uint8Array) => readTable(content, 'table.ndjson');

test('values are what was written: digits, escapes, nested values as JSON', async () => {
  const { format, columns, rows, written } = await read(
    [
      '{"n":1.10,"s":"x\\n\\u00e9\\ud83d\\ude00","o":{"k": [1, 2, "a b"]},"b":true}',
      '{"n":12345678901234567890,"s":"","o":[],"b":false}',
      '{"n":-0.5e-3,"s":"007","o":null,"b":null}',
    ].join('\n'),
  );
  expect(format.kind).toBe('ndjson');
  expect(columns).toEqual(['n', 's', 'o', 'b']);
  expect(rows).toEqual([
    ['1.10', 'x\né😀', '{"k":[1,2,"a b"]}', 'true'],
    ['12345678901234567890', '', '[]', 'false'],
    ['-0.5e-3', '007', null, null],
  ]);
  expect(written).toEqual([
    { texts: false, numbers: true, booleans: false, nested: false },
    { texts: true, numbers: false, booleans: false, nested: false },
    { texts: false, numbers: false, booleans: false, nested: true },
    { texts: false, numbers: false, booleans: true, nested: false },
  ]);
});

test('a key that comes up in the last record is a column from the first row on', async () => {
  const { columns, rows } = await read('{"a":1}\n{"b":2,"a":3}\n{"z":"late"}\n');
  expect(columns).toEqual(['a', 'b', 'z']);
  expect(rows).toEqual([
    ['1', null, null],
    ['3', '2', null],
    [null, null, 'late'],
  ]);
});

test('blank lines, line ends and a byte order mark are no rows', async () => {
  const { rows, lines, accounting } = await read('\ufeff{"a":1}\r\n\r\n  \n{"a":2}');
  expect(rows).toEqual([['1'], ['2']]);
  expect(lines).toEqual([1, 4]);
  expect(accounting).toEqual({
    lines: 4,
    header: 0,
    preamble: 0,
    rows: 2,
    skipped: { blank: 2, comment: 0, footer: 0 },
  });
});

test.each([
  ['a word', 'nope', 'is not a JSON object'],
  ['a number', '17', 'is not a JSON object'],
  ['a list among objects', '[1]', 'is not a JSON object'],
  ['a key that stands twice', '{"a":1,"a":2}', 'the key "a" occurs twice'],
  ['a second object', '{"a":1} {"b":2}', 'has more than one JSON value on its line'],
  ['half a character', '{"a":"\\ud800"}', 'half of a surrogate pair'],
  ['an unknown escape', '{"a":"\\x"}', 'an escape that JSON does not have'],
  ['a tab in a string', '{"a":"\t"}', 'a control character'],
  ['a number with a leading zero', '{"a":007}', 'begins with a zero'],
  ['a single quote', "{'a':1}", 'has no quotes'],
  ['a comma at the end', '{"a":1,}', 'has no quotes'],
  ['a missing comma', '{"a":1 "b":2}', 'a comma or a brace is missing'],
  ['a missing value', '{"a":}', 'a value is missing'],
  ['NaN inside of a list', '{"a":[NaN]}', 'a value is missing'],
  ['an object that was cut off', '{"a":1,"new":', 'it is incomplete'],
])('%s is a fault with its whole line, and no column comes of it', async (_what, line, message) => {
  const { columns, rows, faults, accounting } = await read(`{"a":1}\n${line}\n{"a":2}\n{"a":3}\n`);
  expect(columns).toEqual(['a']);
  expect(rows).toEqual([['1'], [null], ['2'], ['3']]);
  expect(faults).toEqual([
    { row: 1, code: 'not_a_record', message: expect.stringContaining(message) as string, raw: line },
  ]);
  expect(accounting.rows).toBe(4);
});

test('a name that promises lines is believed where most of them are none', async () => {
  const { format, rows, faults } = await readTable('{"a":1}\nx\n{"a":2\n{"a":3}\n4\n', 'table.ndjson');
  expect(format.kind).toBe('ndjson');
  expect(rows.map(([a]) => a)).toEqual(['1', null, null, '3', null]);
  expect(faults.length).toBe(3);
});

test('a last line that was cut off is a fault', async () => {
  const { faults } = await read('{"a":1}\n{"a":2}\n{"a":"x');
  expect(faults).toMatchObject([{ row: 2, code: 'not_a_record', raw: '{"a":"x' }]);
});

test('bytes that are no UTF-8 are a fault of their row, which shows them', async () => {
  const { rows, faults } = await read(
    Buffer.concat([Buffer.from('{"a":"é"}\n{"a":"'), Buffer.of(0xff), Buffer.from('"}\n{"a":"ü"}\n')]),
  );
  expect(rows).toEqual([['é'], [null], ['ü']]);
  expect(faults).toMatchObject([{ row: 1, code: 'bad_encoding', raw: '{"a":"\\xff"}' }]);
});

test('UTF-16 is read as well', async () => {
  const { rows } = await read(Buffer.from('\ufeff{"a":"größer"}\n{"a":"日本"}\n', 'utf16le'));
  expect(rows).toEqual([['größer'], ['日本']]);
});

test('floats that are no numbers are read as Python writes them', async () => {
  const { rows } = await read('{"a":NaN}\n{"a":-Infinity}\n{"a":1.5}\n');
  expect(rows).toEqual([['NaN'], ['-Infinity'], ['1.5']]);
});

describe('lists', () => {
  test('the first names the columns, and the others must be as long', async () => {
    const { columns, rows, faults, accounting } = await read('["x","y"]\n[1,null]\n[3]\n[1,2,3]\n{"x":1}\n');
    expect(columns).toEqual(['x', 'y']);
    expect(rows[0]).toEqual(['1', null]);
    expect(faults.map(({ code, row }) => [row, code])).toEqual([
      [1, 'too_few_fields'],
      [2, 'too_many_fields'],
      [3, 'not_a_record'],
    ]);
    expect(accounting).toMatchObject({ lines: 5, header: 1, rows: 4 });
  });

  test('a first list with a value in it is a row', async () => {
    const { columns, rows } = await read('["x",1]\n["y",2]\n');
    expect(columns).toEqual(['column_1', 'column_2']);
    expect(rows).toEqual([
      ['x', '1'],
      ['y', '2'],
    ]);
  });
});

test('an empty key has a column with a name', async () => {
  expect((await read('{"":1,"column_1":2}\n{"":3}\n')).columns).toEqual(['column_1_2', 'column_1']);
});

test('records that lie across the borders of what is read at once are whole', async () => {
  const text = 'ä"\\\n'.repeat(40_000);
  const records = Array.from({ length: 40 }, (_, id) => ({ id, text: id % 10 === 0 ? text : 'x'.repeat(50_000) }));
  const { rows, faults } = await read(records.map((record) => JSON.stringify(record)).join('\n'));
  expect(faults).toEqual([]);
  expect(rows.every(([id, value], at) => id === String(at) && value === records[at]?.text)).toBe(true);
});

test('keys that are values are refused before they fill the memory', async () => {
  const lines = Array.from({ length: 10_001 }, (_, id) => `{"key ${id}":1}`).join('\n');
  await expect(read(lines)).rejects.toMatchObject({
    code: 'INPUT_UNREADABLE',
    why: expect.stringContaining('key') as string,
  });
});

test('any records are read back value by value, and every line is accounted for', { timeout: 180_000 }, async () => {
  const key = fc.string({ unit: 'binary', maxLength: 4 }).filter((name) => !/\p{Surrogate}/u.test(name));
  const value = fc.jsonValue({ depthSize: 'small', noUnicodeString: false });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(key, value, { minKeys: 1, noNullPrototype: true }), { minLength: 2, maxLength: 8 }),
      fc.boolean(),
      async (records, hasBlanks) => {
        const lines = records.map((record) => JSON.stringify(record));
        const { columns, rows, faults, accounting } = await read(lines.join(hasBlanks ? '\n\n' : '\n') + '\n');
        const keys = [...new Set(records.flatMap((record) => Object.keys(record)))];
        const broken = lines.map((line) => /\\ud[89a-f]/i.test(line));
        expect(new Set(faults.map(({ row }) => row))).toEqual(new Set(broken.flatMap((is, row) => (is ? [row] : []))));
        expect(accountedLines(accounting)).toBe(accounting.lines);
        if (faults.length > 0) return;
        expect(columns.length).toBe(keys.length);
        for (const [row, record] of records.entries()) {
          // Keys that look like numbers come first in JavaScript's objects, wherever they stood.
          const names = Object.keys(JSON.parse(lines[row] ?? '') as object);
          expect(names.every((name) => name in record)).toBe(true);
          const given = keysInFile(lines).map((name) => textOf(Object.hasOwn(record, name) ? record[name] : null));
          expect(rows[row]).toEqual(given);
        }
      },
    ),
    { numRuns: 40 },
  );
});

function keysInFile(lines: readonly string[]): string[] {
  return [...new Set(lines.flatMap((line) => Object.keys(JSON.parse(line) as object)))];
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
