import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { previewText } from '../../src/tables/preview-file.js';

const show = (text: string, name = 'file', rows = 10, isWhole = true) => previewText({ text, isWhole }, name, rows);

describe('delimiters', () => {
  test.each([
    ['commas', 'a,b,c\n1,2,3\n', ','],
    ['semicolons, with decimal commas', 'a;b\n1,5;2,5\n3,5;4,5\n', ';'],
    ['semicolons and decimal commas without a header', '1,5;2,5\n3,5;4,5\n', ';'],
    ['tabs, with commas in sentences', 'id\ttext\n1\tone, two\n2\tthree\n', '\t'],
    ['pipes', 'a|b|c\n1|2|3\n', '|'],
    ['the separator of Hive', 'a\x01b\n1\x012\n', '\x01'],
    ['old Mac line ends', 'a,b,c\r1,2,3\r', ','],
    ['a delimiter inside quotes that would be more regular', 'a,b,c\n1,"x;y;z",3\n4,"x;y;z",6\n', ','],
  ])('%s', async (_what, text, delimiter) => {
    expect(await show(text)).toMatchObject({ format: 'csv', delimiter });
  });

  test('any table of plain words is read back, whatever its delimiter', async () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const table = fc.integer({ min: 3, max: 6 }).chain((width) =>
      // Two columns of one name would be told apart by a number.
      fc.array(fc.uniqueArray(word, { minLength: width, maxLength: width }), { minLength: 2, maxLength: 8 }),
    );
    const quoted = (cell: string, at: number) => (at % 2 === 0 ? `"${cell}, ""${cell}"";\n"` : cell);
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(',', ';', '\t', '|'), async (records, delimiter) => {
        const text = records.map((record) => record.map(quoted).join(delimiter)).join('\r\n');
        const { rows, columns, header } = await show(text, 'x.csv', 100);
        const names = header === true ? [columns.map(({ name }) => name)] : [];
        const wanted = records.map((record) =>
          record.map((cell, at) => (at % 2 === 0 ? `${cell}, "${cell}";\n` : cell)),
        );
        // A name has no line break in it, wherever it stood.
        const [first = [], ...others] = wanted;
        expect([...names, ...rows]).toEqual([header === true ? first.map((name) => name.trim()) : first, ...others]);
      }),
    );
  });

  test('sentences are text, not CSV', async () => {
    expect(await show('Hello, world.\nThis, as you see, is text.\nNothing.\n')).toMatchObject({ format: 'text' });
  });

  test('a name that ends in .csv makes a list of a file without a delimiter', async () => {
    expect(await show('name\nanna\nbert\n', 'a.csv')).toMatchObject({ format: 'csv', rows: [['anna'], ['bert']] });
    expect(await show('name\nanna\nbert\n', 'a.txt')).toMatchObject({ format: 'text' });
  });
});

describe('rows of CSV', () => {
  test('a first record with values is no header', async () => {
    expect(await show('1,2,3\n4,5,6\n')).toMatchObject({ header: false, columns: [{ name: 'column_1' }, {}, {}] });
    expect(await show('anna,2024-01-31,x\nbert,2024-02-01,y\n')).toMatchObject({ header: false });
  });

  test('years may be the names of columns', async () => {
    expect(await show('country,2023,2024\nde,1,2\n')).toMatchObject({ header: true });
  });

  test('a record of another width is pointed out, and its missing fields are not empty ones', async () => {
    const preview = await show('a,b,c\n1,2,3\n4\n,,\n7,8,9,10\n', 'a.csv');
    expect(preview.rows).toEqual([
      ['1', '2', '3', null],
      ['4', null, null, null],
      ['', '', '', null],
      ['7', '8', '9', '10'],
    ]);
    expect(preview.columns.at(-1)?.name).toBe('column_4');
    expect(preview.notes).toEqual(['Row 2 has 1 field, most have 3.']);
  });

  test('a quote that is never closed does not swallow the file', async () => {
    const preview = await show('a,b,c\n1,"2,3\n4,5,6\n', 'a.csv');
    expect(preview.rows).toEqual([
      ['1', '"2', '3'],
      ['4', '5', '6'],
    ]);
    expect(preview.notes).toEqual([expect.stringContaining('never closed')]);
  });

  test('a file of one line is its header', async () => {
    expect(await show('a,b,c', 'a.csv')).toMatchObject({ header: true, rows: [], truncated: false });
  });
});

describe('JSON', () => {
  test('a list of objects is a table of all their keys', async () => {
    expect(await show('[{"a": 1, "b": [1, {"x": "y z"}]}, {"a": null, "c": true}]')).toMatchObject({
      format: 'json',
      columns: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
      rows: [
        [1, '[1,{"x":"y z"}]', null],
        [null, null, true],
      ],
      truncated: false,
    });
  });

  test('an object is a table of its keys', async () => {
    expect((await show('{"a": 1,\n "b": {"c": 2}}')).rows).toEqual([
      ['a', 1],
      ['b', '{"c":2}'],
    ]);
  });

  test('numbers that JavaScript cannot hold stay as they are written', async () => {
    expect((await show('[9007199254740993, 0.1, 1.00000000000000000001]')).rows).toEqual([
      ['9007199254740993'],
      [0.1],
      ['1.00000000000000000001'],
    ]);
  });

  test('of a list that is cut, the whole elements are shown', async () => {
    const preview = await show('[{"a": "x"}, {"a": "y]"}, {"a": "z', 'a.json', 10, false);
    expect(preview).toMatchObject({ format: 'json', rows: [['x'], ['y]']], truncated: true, rowCount: null });
  });

  test('what only begins like JSON is text', async () => {
    expect(await show('[INFO] started\n[INFO] stopped\n')).toMatchObject({ format: 'text' });
    expect(await show('{"a": 1')).toMatchObject({ format: 'text' });
    expect(await show('[1, 2] and more')).toMatchObject({ format: 'text' });
  });

  test('a file that is called .json and is not says why', async () => {
    expect((await show('{"a": NaN}', 'a.json')).notes).toEqual([
      expect.stringContaining('The file is named like JSON'),
    ]);
    expect((await show('42', 'a.json')).notes).toEqual([]);
  });

  test('any list of JSON values is split as JSON.parse splits it, wherever the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { minLength: 1 }),
        fc.nat(),
        fc.boolean(),
        async (values, cut, indented) => {
          const text = JSON.stringify(values, null, indented ? 2 : 0);
          expect(await show(text, 'a.json', 1_000)).toMatchObject({ format: 'json', rowCount: values.length });
          const length = cut % text.length;
          const { format, rows } = await show(text.slice(0, length), 'a.json', 1_000, false);
          if (format === 'json')
            expect(rows).toEqual((await show(JSON.stringify(values.slice(0, rows.length)), 'a.json', 1_000)).rows);
        },
      ),
    );
  });
});

describe('NDJSON', () => {
  test('is a table, a value a line', async () => {
    expect(await show('{"a":1}\n\n{"a":2,"b":"x"}\n')).toMatchObject({
      format: 'ndjson',
      rows: [
        [1, null],
        [2, 'x'],
      ],
      rowCount: 2,
    });
  });

  test('one line is enough when the name says so', async () => {
    expect(await show('{"a":1}\n', 'a.jsonl')).toMatchObject({ format: 'ndjson' });
    expect(await show('{"a":1}\n', 'a.json')).toMatchObject({ format: 'json' });
  });

  test('a bad line ends it, and is pointed out', async () => {
    const preview = await show('{"a":1}\n{"a":2}\n{"a":\n', 'a.jsonl');
    expect(preview).toMatchObject({ rows: [[1], [2]], truncated: true });
    expect(preview.notes).toEqual([expect.stringContaining('Value 3 is not JSON')]);
  });
});
