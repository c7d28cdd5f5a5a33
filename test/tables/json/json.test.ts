import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountedLines, readTable } from '../read-table.js';

const read = (content: string | Uint8Array) => readTable(content, 'table.json');

describe('where the records are', () => {
  test('the elements of a list, on one line or over many', async () => {
    const records = [
      { a: 1, b: [1, 2] },
      { a: 2, c: { d: 'x y' } },
    ];
    for (const indent of [0, 2, '\t']) {
      const { format, columns, rows, lines } = await read(JSON.stringify(records, null, indent));
      expect(format.kind).toBe('json');
      expect(columns).toEqual(['a', 'b', 'c']);
      expect(rows).toEqual([
        ['1', '[1,2]', null],
        ['2', null, '{"d":"x y"}'],
      ]);
      expect(lines).toEqual([1, 2]);
    }
  });

  test('one object is one row', async () => {
    const { columns, rows, notes } = await read('{"a": 1.0, "b": [1, 2]}');
    expect([columns, rows, notes]).toEqual([['a', 'b'], [['1.0', '[1,2]']], []]);
  });

  test('the one list of objects in an object, and what is beside it is said, counted and kept', async () => {
    const { columns, rows, notes, accounting, skipped } = await read(
      '{"meta": {"page": 1}, "tags": ["x"], "data": [{"a": 1}, {"b": 2}], "next": null}',
    );
    expect(columns).toEqual(['a', 'b']);
    expect(rows).toEqual([
      ['1', null],
      [null, '2'],
    ]);
    expect(notes).toEqual([
      'The rows are the elements of "data".',
      'The keys next to it are skipped lines: "meta", "tags", "next".',
    ]);
    expect(accounting).toEqual({
      lines: 5,
      header: 0,
      preamble: 2,
      rows: 2,
      skipped: { blank: 0, comment: 0, footer: 1 },
    });
    expect(skipped).toEqual([
      { line: 1, kind: 'beside', reason: 'beside the records: meta', text: '"meta": {"page": 1}' },
      { line: 2, kind: 'beside', reason: 'beside the records: tags', text: '"tags": ["x"]' },
      { line: 5, kind: 'beside', reason: 'beside the records: next', text: '"next": null' },
    ]);
  });

  test('comments above, names in a list and members further inside are kept', async () => {
    const nested = await read('// made by hand\n{"took": 3, "hits": {"total": 2, "hits": [{"x": 1}, {"x": 2}]}}');
    expect(nested.skipped.map(({ line, kind, reason, text }) => [line, kind, reason, text])).toEqual([
      [1, 'preamble', 'above the table', '// made by hand'],
      [2, 'beside', 'beside the records: took', '"took": 3'],
      [3, 'beside', 'beside the records: hits.total', '"total": 2'],
    ]);
    const lists = await read('[["id", "name"], [1, "Ada"], [2, "Bob"]]');
    expect(lists.skipped).toMatchObject([{ line: 1, kind: 'header', text: '["id", "name"]' }]);
  });

  test('two lists of objects: nobody knows which, so the object is the row', async () => {
    const { columns, rows, notes } = await read('{"a": [{"x": 1}], "b": [{"y": 2}]}');
    expect([columns, rows]).toEqual([['a', 'b'], [['[{"x":1}]', '[{"y":2}]']]]);
    expect(notes).toEqual(['The document is one row. Its records may be in "a", "b".']);
  });

  test.each([
    ['of several lists', '{"meta": [{"name": "a"}], "data": [{"x": 1}, {"x": 2}]}', 'data'],
    ['further inside', '{"took": 3, "hits": {"total": 2, "hits": [{"x": 1}, {"x": 2}]}}', 'hits.hits'],
    ['in an object with one', '{"data": {"users": [{"x": 1}, {"x": 2}]}}', 'data.users'],
    ['of lists of values', '{"columns": ["x"], "index": [0, 1], "data": [[1], [2]]}', 'data'],
    ['with texts that are no names', '{"rows": [["1"], ["2"]], "columns": ["x"]}', 'rows'],
  ])('a usual name tells the records %s', async (_, document, path) => {
    const { columns, rows, notes, accounting } = await read(document);
    expect({ columns, rows }).toEqual({ columns: ['x'], rows: [['1'], ['2']] });
    expect(notes[0]).toBe(`The rows are the elements of "${path}".`);
    expect(accountedLines(accounting)).toBe(accounting.lines);
  });

  test('what is nearer counts, and what has no usual name is a value', async () => {
    const order = '{"id": 1, "lines": [{"sku": "a"}], "paid": {"items": [{"x": 1}]}}';
    expect((await read(order)).columns).toEqual(['sku']);
    expect((await read('{"id": 1, "at": {"phones": [{"x": 1}]}}')).columns).toEqual(['id', 'at']);
    expect((await read('{"type": "Line", "coordinates": [[1, 2], [3, 4]]}')).columns).toEqual(['type', 'coordinates']);
  });

  test('a page without records is a table without rows', async () => {
    const { columns, rows, accounting } = await read('{"count": 0, "next": null, "results": []}');
    expect({ columns, rows, preamble: accounting.preamble }).toEqual({ columns: [], rows: [], preamble: 2 });
    expect((await read('{"id": 1, "tags": []}')).columns).toEqual(['id', 'tags']);
    expect((await read('{"names": NaN, "tags": []}')).columns).toEqual(['names', 'tags']);
  });

  test('a list of empty objects is a value', async () => {
    expect(await read('{"a": [{}], "b": 1}')).toMatchObject({ columns: ['a', 'b'], rows: [['[{}]', '1']] });
  });

  test('records with a separator before each, as RFC 7464 has it', async () => {
    const { format, rows } = await read('\u001e{"a":1}\n\u001e{"a":2}\n');
    expect(format.kind).toBe('json');
    expect(rows).toEqual([['1'], ['2']]);
  });

  test('keys that are names of ours, or none, are columns under other names', async () => {
    expect(await read('[{"_cf_row":1,"cf_row":2,"":3,"column_3":4}]')).toMatchObject({
      columns: ['cf_row_2', 'cf_row', 'column_3_2', 'column_3'],
    });
  });

  test('objects one behind the other, over lines or not', async () => {
    const { format, rows } = await read('{"a":\n1}{"a":2}\n\n{\n "a": 3, "b": [{"x":1}]\n}\u001e{"a":4}');
    expect(format.kind).toBe('json');
    expect(rows.map(([a]) => a)).toEqual(['1', '2', '3', '4']);
  });

  test('lists of objects on lines of their own are lists, not rows', async () => {
    const { rows } = await readTable('[{"a":1},{"a":2}]\n[{"a":3}]\n', 'table.json');
    expect(rows).toEqual([['1'], ['2'], ['3']]);
  });

  test('lists in a list, the first of which names the columns', async () => {
    const { columns, rows, accounting } = await read('[["x","y"],\n[1,null],\n[2,"q"]]');
    expect([columns, rows]).toEqual([['x', 'y'], [['1', null], ['2', 'q']]]); // oxfmt-ignore
    expect(accounting).toMatchObject({ lines: 3, header: 1, rows: 2 });
  });

  test('a list without records is a table without rows', async () => {
    expect(await read(' [ ] ')).toMatchObject({ columns: [], rows: [] });
  });

  test('values alone are no table', async () => {
    await expect(read('[1, 2, 3]')).rejects.toMatchObject({ code: 'FORMAT_UNKNOWN' });
  });

  test('a log that begins with a bracket is no JSON', async () => {
    await expect(read('[2024-05-31 12:00] started\n')).rejects.toMatchObject({ code: 'INPUT_NOT_A_TABLE' });
  });
});

describe('what stands before the records', () => {
  test.each(['# exported\n', '// a comment\n\n# and one more\n', ")]}',\n"])('%j is preamble', async (before) => {
    const json = await readTable(`${before}[{"a":1,"b":2},{"a":3,"b":4}]`, 'table.txt');
    expect(json).toMatchObject({ format: { kind: 'json' }, rows: [['1', '2'], ['3', '4']] }); // oxfmt-ignore
    expect(json.accounting.preamble).toBe(before.split('\n').length - 1);
    const lines = await readTable(`${before}{"a":1}\n{"a":2}\n`, 'table.txt');
    expect(lines).toMatchObject({ format: { kind: 'ndjson' }, rows: [['1'], ['2']] });
  });

  test('--skip-lines passes over anything', async () => {
    const { rows } = await readTable('export 1\n{"a":1}\n{"a":2}\n', 'table.json', { skipLines: 1 });
    expect(rows).toEqual([['1'], ['2']]);
  });

  test.each([
    ['callback([{"a":1}]);', 'begins with "callback('],
    [' \n', 'only white space'],
  ])('%j is refused with what is wrong', async (content, why) => {
    await expect(readTable(content, 'table.json')).rejects.toMatchObject({
      code: 'INPUT_NOT_A_TABLE',
      why: expect.stringContaining(why) as string,
    });
  });

  test('keys without quotes are no JSON, which is said', async () => {
    await expect(readTable("[{a: 1, b: 'x'}]", 'table.json')).rejects.toMatchObject({
      why: expect.stringContaining('has no quotes') as string,
    });
  });
});

describe('records that are none', () => {
  test('one that is not closed costs no other where each has a line', async () => {
    const { rows, faults } = await readTable('[{"a":1},\n{"a":2,\n{"a":3},\n{"a":"4\n{"a":5}]', 'table.json');
    expect(rows.map(([a]) => a)).toEqual(['1', null, '3', null, '5']);
    expect(faults.map(({ raw }) => raw)).toEqual(['{"a":2', '{"a":"4']);
  });

  test.each([
    ['a number', '5'],
    ['a missing comma', '{"a":1 "b":2}'],
    ['a line end in a string', '{"a":"x\ny"}'],
    ['a key that stands twice', '{"a":1,"a":2}'],
  ])('%s is a fault, and those behind it are read', async (_what, broken) => {
    const { rows, faults } = await read(`[{"a":1},${broken},{"a":2}]`);
    expect(faults).toMatchObject([{ row: 1, code: 'not_a_record', raw: broken }]);
    expect(rows).toEqual([['1'], [null], ['2']]);
  });

  test('a quote too many costs its own record where each has a line', async () => {
    const { rows, faults } = await read('[{"a": "5" tall"},\n {"a": "b"},\n {"a": "c"}]');
    expect(faults).toMatchObject([{ row: 0, raw: '{"a": "5" tall"}' }]);
    expect(rows).toEqual([[null], ['b'], ['c']]);
  });

  test.each([
    ['in a record', '[{"a":1},{"a":2},{"a":', '{"a":'],
    ['between records', '[{"a":1},{"a":2},', ''],
    ['before the list is closed', '[{"a":1},{"a":2}', ''],
    ['inside of an object', '{"data":[{"a":1},{"a":2}],"x":', ''],
  ])('a file that was cut off %s shows it', async (_where, text, raw) => {
    const { rows, faults, accounting } = await read(text);
    expect(faults).toMatchObject([{ row: 2, code: 'not_a_record', raw }]);
    expect(rows).toEqual([['1'], ['2'], [null]]);
    expect(accountedLines(accounting)).toBe(accounting.lines);
  });

  test('a list that was cut off before its first record is no empty table', async () => {
    await expect(readTable('[', 'cut.json', { format: 'json' })).rejects.toMatchObject({ code: 'FORMAT_UNKNOWN' });
  });

  test('what follows the list is not passed over', async () => {
    const { rows, faults } = await read('[{"a":1}] trash\n{"a":2}');
    expect(faults).toMatchObject([{ row: 1, raw: 'trash' }]);
    expect(rows).toEqual([['1'], [null], ['2']]);
  });
});

test('a list larger than what is held at once is read element by element', async () => {
  const records = Array.from({ length: 60_000 }, (_, id) => ({ id, text: `text ${id} `.repeat(8), 'über"': [id] }));
  const { rows, faults, columns } = await read(JSON.stringify(records));
  expect(columns).toEqual(['id', 'text', 'über"']);
  expect(faults).toEqual([]);
  expect(rows.length).toBe(60_000);
  expect(rows.every(([id, text], at) => id === String(at) && text === records[at]?.text)).toBe(true);
});

test('any document gives the records that JSON.parse finds in it', async () => {
  const value = fc.jsonValue({ depthSize: 'small' });
  const record = fc.dictionary(fc.string({ maxLength: 3 }), value, { minKeys: 1, noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('list', 'member', 'values'),
      fc.constantFrom(0, 1, '\t'),
      async (records, layout, indent) => {
        // One object alone may be taken for what is around a list of records.
        fc.pre(layout !== 'values' || records.length > 1);
        const texts = records.map((one) => JSON.stringify(one, null, indent));
        const list = `[${texts.join(indent === 0 ? ',' : ' ,\n')}]`;
        const document = { list, member: `{"n":[1,{}],"data":${list},"m":{}}`, values: texts.join(' ') }[layout];
        const { rows, columns, faults } = await readTable(document, 'any.json', { format: 'json' });
        expect(faults).toEqual([]);
        expect(rows.length).toBe(records.length);
        const keys = [...new Set(records.flatMap((one) => Object.keys(one)))];
        expect(columns.length).toBe(keys.length);
        expect(rows.map((row) => row.filter((cell) => cell !== null).length)).toEqual(
          records.map((one) => Object.values(one).filter((cell) => cell !== null).length),
        );
      },
    ),
    { numRuns: 40 },
  );
});
