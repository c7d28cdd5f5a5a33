// Each file was once read without an error and with wrong data. Expected: right data, a fault, or a warning.
import { describe, expect, test } from 'vitest';
import type { FormatOptions } from '../../src/tables/format.js';
import { readTable, type ReadTable } from './read-table.js';

/** The rows without the faulty ones. */
async function read(text: string, name?: string, options?: FormatOptions): Promise<ReadTable & { valid: string[] }> {
  const table = await readTable(text, name, options);
  const faulty = new Set(table.faults.map(({ row }) => row));
  const valid = table.rows
    .filter((_, row) => !faulty.has(row))
    .map((cells) => cells.map((cell) => (typeof cell === 'string' ? cell : '')).join('|'));
  return { ...table, valid };
}

describe('a record is not split', () => {
  const plain = Array.from({ length: 59 }, (_, at) => `${at + 1},name${at},text`);
  const record = '99,Zed,"log:\n2024-01-01,INFO,start\n2024-01-01,INFO,stop"';

  test('where its quoted lines look like rows', async () => {
    const { valid, faults, warnings } = await read(`id,name,log\n${plain.join('\n')}\n${record}\n`);
    expect(valid).toHaveLength(60);
    expect(valid[59]).toBe('99|Zed|log:\n2024-01-01,INFO,start\n2024-01-01,INFO,stop');
    expect(faults).toEqual([]);
    expect(warnings).toEqual([
      'A row has quoted line breaks that look like rows; it begins in line 61. Check its quotes.',
    ]);
  });

  test('where it is the first or the last of the file', async () => {
    expect((await read(`id,name,log\n${record}\n${plain.join('\n')}\n`)).valid[0]).toContain('99|Zed|log:');
    const last = await read(`${plain.join('\n')}\n${record}`);
    expect(last.valid).toHaveLength(60);
    expect(last.skipped).toEqual([]);
  });
});

describe('a quote inside an unquoted field', () => {
  const rows = ['1,$5.00,"Table, red",2', '2,$6.00"Chair, blue",4', '3,$7.00,"Lamp, big",1', '4,$8.00,Desk,1'];

  test('is a fault in a file that quotes properly, and names its column', async () => {
    const { valid, faults } = await read(`id,price,item,qty\n${rows.join('\n')}\n`);
    expect(valid).toEqual(['1|$5.00|Table, red|2', '3|$7.00|Lamp, big|1', '4|$8.00|Desk|1']);
    expect(faults).toMatchObject([{ code: 'stray_quote', column: 'price', raw: rows[1] }]);
  });

  test('is data in a file where it is regular', async () => {
    const inches = Array.from({ length: 9 }, (_, at) => `${at},${at}" pipe,"a, b"`);
    const { valid, faults } = await read(`id,size,note\n${inches.join('\n')}\n`);
    expect([valid.length, faults]).toEqual([9, []]);
  });
});

describe('a damaged header', () => {
  const numbered = ['column_1', 'column_2', 'column_3', 'column_4'];
  test.each([
    ['id,,name,city\n1,Ann,Oslo\n2,Bob,Rome\n3,Cy,Paris\n', ['id', 'name', 'city']],
    ['id,namecity,zip\n1,Ann,Oslo,0150\n2,Bob,Rome,00100\n3,Cy,Paris,75001\n', numbered],
    ['a,b,c\n1,x,2,5\n2,y,3,6\n3,z,4,7\n', numbered],
    ['first,lastcity,land\nAnn,Lee,Oslo,Norway\nBob,Kay,Rome,Italy\nCy,Day,Paris,France\n', numbered],
  ])('%j keeps all rows, and warns', async (text, columns) => {
    const { valid, columns: found, warnings, accounting, skipped } = await read(text);
    expect(found).toEqual(columns);
    expect(valid).toHaveLength(3);
    expect(warnings).toEqual([expect.stringMatching(/^The column names are uncertain: the header has \d fields/)]);
    expect(accounting).toMatchObject({ header: 1, preamble: 0 });
    expect(skipped).toMatchObject([{ line: 1, kind: 'header', text: text.split('\n')[0] }]);
  });
});

describe('names do not shift', () => {
  test.each([
    [
      'a delimiter too many in the header, and one at the end of all rows',
      'id,,name,city\n1,Ann,Oslo,\n2,Bob,Rome,\n3,Cy,Paris,\n',
      ['id', 'column_2', 'column_3', 'column_4'],
    ],
    [
      'a name lost, and a delimiter at the end of all lines',
      'id,namecity,zip,\n1,Ann,Oslo,0150,\n2,Bob,Rome,00100,\n3,Cy,Paris,75001,\n',
      ['column_1', 'column_2', 'column_3', 'column_4'],
    ],
    [
      'a delimiter too many in the header, and one at the end of all lines',
      'id,,name,city,\n1,Ann,Oslo,\n2,Bob,Rome,\n3,Cy,Paris,\n',
      ['id', 'name', 'city'],
    ],
  ])('with %s', async (_, text, columns) => {
    const found = await read(text);
    expect(found.columns).toEqual(columns);
    expect(found.warnings).toEqual([expect.stringMatching(/^The column names are uncertain: /)]);
    expect(found.valid.map((row) => row.split('|').slice(0, 3).join())).toContain('1,Ann,Oslo');
    expect(found.faults).toEqual([]);
  });

  test('and an index without a name beside an empty column is no damage', async () => {
    const found = await read(',name,city\n0,Ann,\n1,Bob,\n2,Cy,\n');
    expect(found).toMatchObject({ columns: ['column_1', 'name', 'city'], warnings: [] });
  });
});

test.each(['dates.csv', 'dates.txt'])('quoted dates with a comma are one column in %s', async (name) => {
  const dates = Array.from({ length: 9 }, (_, at) => `Dec ${at + 1}, 2022`);
  const { columns, valid } = await read(`date\n${dates.map((date) => `"${date}"`).join('\n')}\n`, name, {
    format: 'delimited',
  });
  expect(columns).toEqual(['date']);
  expect(valid).toEqual(dates);
  const detected = await read(`date\n${dates.map((date) => `"${date}"`).join('\n')}\n`);
  expect(detected.valid).toEqual(dates);
});

describe('two tables of different widths', () => {
  const [small, large] = [
    ['id,name', '1,Ann', '2,Bob'],
    ['code,label,price', 'A,x,1', 'B,y,2', 'C,z,3'],
  ];

  test.each([
    ['with a gap', ''],
    ['without a gap', null],
  ])('%s are not one', async (_what, gap) => {
    const text = [...small, ...(gap === null ? [] : [gap]), ...large].join('\n');
    const own = await read(text);
    expect(own).toMatchObject({ columns: ['code', 'label', 'price'], valid: ['A|x|1', 'B|y|2', 'C|z|3'], faults: [] });
    expect(own.warnings).toEqual([
      "The file has 2 tables. Table 2 (code, label, price) is read. Not read: table 1 (id, name). Choose one by its number with the option 'table'.",
    ]);
    expect(own.skipped.filter(({ kind }) => kind === 'other_table').map(({ text: line }) => line)).toEqual(small);
    const other = await read(text, undefined, { table: 1 });
    expect(other).toMatchObject({ columns: ['id', 'name'], valid: ['1|Ann', '2|Bob'], warnings: [] });
    expect(other.skipped.filter(({ kind }) => kind === 'other_table').map(({ text: line }) => line)).toEqual(large);
  });

  test('are not joined as rows that omit cells', async () => {
    const { columns, valid } = await read([...large, 'id,name', '1,Ann', '2,Bob'].join('\n'));
    expect([columns, valid]).toEqual([
      ['code', 'label', 'price'],
      ['A|x|1', 'B|y|2', 'C|z|3'],
    ]);
  });
});

describe('less usual dialects', () => {
  test.each<[string, string, string[]]>([
    ['single quotes', "id,name\n1,'Smith, John'\n2,'Lee, Bo'\n3,'Kay'\n", ['1|Smith, John', '2|Lee, Bo', '3|Kay']],
    [
      'spaces between quoted fields',
      'name age city\n"John Smith" 25 "New York"\n"Ann Lee" 31 Rome\nBob 40 "Los Angeles"\n',
      ['John Smith|25|New York', 'Ann Lee|31|Rome', 'Bob|40|Los Angeles'],
    ],
    [
      'OUTFILE of MySQL',
      '1\tAnn\tline one\\\nline two\n2\tBob\tplain\n3\tCy\ttab\\\there\n',
      ['1|Ann|line one\nline two', '2|Bob|plain', '3|Cy|tab\there'],
    ],
    [
      'OUTFILE of MySQL, enclosed in quotes',
      '"1","line one\\\nline two","x"\n"2","say \\"hi\\"","y"\n"3","back\\\\slash","z"\n',
      ['1|line one\nline two|x', '2|say "hi"|y', '3|back\\slash|z'],
    ],
  ])('%s', async (_what, text, rows) => {
    const { valid, faults } = await read(text, 'table.txt');
    expect([valid, faults]).toEqual([rows, []]);
  });
});

test.each([
  ['Sales Report,,,'],
  ['Sales Report,2024,,'],
  ['Sales Report,North region,,'],
  ['Sales Report\nGenerated 2024,by Ann'],
])('a title (%j) is not part of the names', async (title) => {
  const { columns, skipped } = await read(`${title}\nid,name,qty,\n1,a,2,x\n2,b,3,y\n`);
  expect(columns).toEqual(['id', 'name', 'qty', 'column_4']);
  expect(skipped.filter(({ kind }) => kind === 'preamble').map(({ text }) => text)).toEqual(title.split('\n'));
});

test('lines of delimiters are not rows', async () => {
  const { valid, faults, skipped, accounting } = await read('a,b,c\n1,x,2\n,,\n2,y,3\n,,,,\n3,z,4\n , ,\n');
  expect([valid, faults]).toEqual([['1|x|2', '2|y|3', '3|z|4'], []]);
  const inOrder = [...skipped].sort((a, b) => a.line - b.line);
  expect(inOrder.map(({ line, kind }) => [line, kind])).toEqual([[1, 'header'], [3, 'empty'], [5, 'empty'], [7, 'empty']]); // oxfmt-ignore
  expect(accounting.skipped).toEqual({ blank: 3, comment: 0, footer: 0 });
});

describe('a last line that fits the columns is a row', () => {
  test.each([
    ['name,amount\nApple,10\nShell,20\nTotal,30\n', 'Total|30'],
    ['name,a,b,c\nApple,1,2,3\nShell,2,3,4\nRow with blanks,,,\n', 'Row with blanks|||'],
    ['name,a,b,c\nApple,1,2,3\nShell,2,3,4\nA note,,,\n', 'A note|||'],
  ])('%j', async (text, last) => {
    const { valid, accounting } = await read(text);
    expect(valid.at(-1)).toBe(last);
    expect(accounting.skipped.footer).toBe(0);
  });

  test('with a note, and an option that leaves it out', async () => {
    const text = 'name,amount\nApple,10\nShell,20\nTotal,30\n';
    expect((await read(text)).notes).toEqual([
      "The last row 'Total 30' is read as a row. If it is not one, set the number of footer lines.",
    ]);
    const without = await read(text, undefined, { footerLines: 1 });
    expect(without).toMatchObject({ valid: ['Apple|10', 'Shell|20'], notes: [] });
    expect(without.skipped.at(-1)).toEqual({
      line: 4,
      kind: 'footer',
      reason: 'a total below the table',
      text: 'Total,30',
    });
  });

  test('but not if it lacks a value that every row has, or has other kinds', async () => {
    expect((await read('name,region,n\nApple,N,1\nShell,S,2\nTotal,,3\n')).valid).toHaveLength(2);
    expect((await read('id,region,n\n1,N,1\n2,S,2\nTotal,all,3\n')).valid).toHaveLength(2);
  });
});

describe('the column of a fault', () => {
  const [names, before, after] = ['id,name,qty,city', '1,Ann,5,Oslo', '3,"Bob",7,Paris'];
  test.each([
    ['2,Smith, John,6,Rome', 'too_many_fields', 'name'],
    ['2,Ann5,Rome', 'too_few_fields', 'name'],
    ['2,"Ann"x,6,Rome', 'text_after_quote', 'name'],
    ['2,Ann,"6,Rome', 'unclosed_quote', 'qty'],
    ['2,Ann,6,Ro"me', 'stray_quote', 'city'],
    ['2,a,b,c,d,e', 'too_many_fields', null],
  ])('%j is %s in %s', async (line, code, column) => {
    const { faults, valid } = await read([names, before, line, after, '4,"Cy",8,Bonn'].join('\n'));
    expect(faults).toMatchObject([{ code, column, raw: line }]);
    expect(valid).toEqual(['1|Ann|5|Oslo', '3|Bob|7|Paris', '4|Cy|8|Bonn']);
  });

  test('is known for bytes that are not text', async () => {
    const text = Buffer.concat([Buffer.from('a,b\nä,ö\n1,x'), Buffer.from([0xff]), Buffer.from('\n2,y\n')]);
    expect((await readTable(text)).faults).toMatchObject([{ code: 'bad_encoding', column: 'b' }]);
  });
});

describe('odd files', () => {
  const rows = Array.from({ length: 20 }, (_, at) => `${at},n${at},${at * 2}`);

  test('the header may have another delimiter than the rows', async () => {
    const found = await read(`id;name;val\n${rows.join('\n')}\n`);
    expect(found).toMatchObject({ columns: ['id', 'name', 'val'], faults: [] });
    expect(found.valid).toHaveLength(20);
    expect(found.warnings).toEqual(['The column names are uncertain: the header has another delimiter than the rows.']);
    const title = await read(`Sales; Europe; 2024\nid,name,val\n${rows.join('\n')}\n`);
    expect(title).toMatchObject({ columns: ['id', 'name', 'val'], warnings: [] });
  });

  test.each(['ID,NAME,VAL', 'id, name, val', '"id","name","val"'])(
    '%s between rows repeats the header',
    async (line) => {
      const found = await read(['id,name,val', ...rows.slice(0, 10), line, ...rows.slice(10)].join('\n'));
      expect(found.valid).toEqual(rows.map((row) => row.replaceAll(',', '|')));
      expect(found.accounting).toMatchObject({ header: 2, rows: 20 });
      expect(found.skipped.at(-1)).toMatchObject({ line: 12, kind: 'header', text: line });
    },
  );

  test('a remark in one cell below an empty row is not a row, and without a gap it is one with a note', async () => {
    const remark = '"* provisional, see the notes",,';
    const found = await read(['id,name,val', ...rows, ',,', remark].join('\n'));
    expect(found.valid).toHaveLength(20);
    expect(found.skipped.at(-1)).toMatchObject({ kind: 'footer', text: remark });
    const texts = rows.map((row) => row.replace(/^/, 'Region '));
    const below = await read(['region,name,val', ...texts, ',,', remark].join('\n'));
    expect(below.valid).toHaveLength(20);
    const close = await read(['id,name,val', ...rows, remark].join('\n'));
    expect(close.valid).toHaveLength(21);
    expect(close.notes).toEqual([expect.stringContaining('is read as a row')]);
  });

  test('XML without a declaration is not a table', async () => {
    const xml = '<rows>\n  <row><a>1,2</a></row>\n  <row><a>2,3</a></row>\n</rows>\n';
    await expect(read(xml)).rejects.toMatchObject({ code: 'INPUT_NOT_A_TABLE' });
    expect((await read('html,n\n<b>x</b>,1\n<i>y</i>,2\n')).valid).toHaveLength(2);
  });
});
