import { describe, expect, test } from 'vitest';
import type { FormatOptions } from '../../../src/tables/format.js';
import { previewFile } from '../../../src/tables/preview-file.js';
import { fileWith } from '../preview-files.js';
import { accountedLines, readTable } from '../read-table.js';
import { type CellXml, type SheetOf, workbookOf, type WorkbookOptions, zipOf } from './workbook-of.js';

const styled = (value: number | string, style: number): CellXml => ({ xml: `<c s="${style}"><v>${value}</v></c>` });
const error = (value: string): CellXml => ({ xml: `<c t="e"><v>${value}</v></c>` });

async function read(sheets: readonly SheetOf[], options: WorkbookOptions = {}, given: FormatOptions = {}) {
  return readTable(await workbookOf(sheets, options), 'book.xlsx', given);
}
const readRows = (rows: SheetOf['rows'], options: WorkbookOptions = {}) =>
  read([{ name: 'Data', rows: rows ?? [] }], options);

test('texts stay texts, numbers are written as people write them', async () => {
  const { columns, rows, written, format } = await readRows([
    ['zip', 'amount', 'paid'],
    ['00123', { xml: '<c><v>1.1000000000000001</v></c>' }, true],
    ['12345', 2, false],
    ['9 <&> "é😀"\n_x000D_', { xml: '<c><v>0.30000000000000004</v></c>' }, null],
  ]);
  expect(format).toMatchObject({ kind: 'excel', sheet: 'Data', header: { headerLines: 1 } });
  expect(columns).toEqual(['zip', 'amount', 'paid']);
  expect(rows).toEqual([
    ['00123', '1.1', 'true'],
    ['12345', '2', 'false'],
    ['9 <&> "é😀"\n\r', '0.30000000000000004', null],
  ]);
  expect(written.map(({ texts, numbers, booleans }) => [texts, numbers, booleans])).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
});

test('rich texts, inline texts and results of formulas are texts; how they are pronounced is not', async () => {
  const rich = '<is><r><t>Tok</t></r><r><rPr><b/></rPr><t>yo</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></is>';
  const { rows } = await readRows([
    ['a', 'b', 'c'],
    [{ xml: `<c t="inlineStr">${rich}</c>` }, { xml: '<c t="str"><f>A1</f><v>x_x005F_y</v></c>' }, { xml: '<c><f>1+1</f><v>2</v></c>' }], // oxfmt-ignore
    ['x', 'y', 1],
  ]);
  expect(rows).toEqual([
    ['Tokyo', 'x_y', '2'],
    ['x', 'y', '1'],
  ]);
});

describe('dates and times', () => {
  const formats = ['yyyy-mm-dd', 'd/m/yyyy h:mm', 'hh:mm:ss.000', '[h]:mm:ss', '[$-409]mmm\\ d', '0.00%', '"day" 0', 'General', '[Red]#,##0.00 "€"']; // oxfmt-ignore
  const shown = async (value: number | string, style: number, options: WorkbookOptions = {}) => {
    const { rows } = await readRows(
      [
        ['a', 'b'],
        [styled(value, style), 'x'],
        ['y', 'z'],
      ],
      { formats, ...options },
    );
    return rows[0]?.[0];
  };

  test.each([
    [45_443, 1, '2024-05-31'],
    [45_443.5, 1, '2024-05-31T12:00:00'],
    [45_443, 2, '2024-05-31T00:00:00'],
    [45_443.573_622_685_2, 2, '2024-05-31T13:46:01'],
    [0.312_5, 3, '07:30:00'],
    [0.999_999_999_9, 3, '1900-01-01T00:00:00'],
    [45_443.5, 3, '2024-05-31T12:00:00'],
    [1.5, 4, '36:00:00'],
    [45_443, 5, '2024-05-31'],
    [0.15, 6, '0.15'],
    [7, 7, '7'],
    [45_443, 8, '45443'],
    [-1234.5, 9, '-1234.5'],
    [1, 1, '1900-01-01'],
    [59, 1, '1900-02-28'],
    [60, 1, '1900-02-29'],
    [61, 1, '1900-03-01'],
    [0, 1, '1900-01-00'],
    [-1, 1, '-1'],
  ])('%s in the format %s is %s', async (value, style, expected) => {
    expect(await shown(value, style)).toBe(expected);
  });

  test('days may count from 1904', async () => {
    expect(await shown(0, 1, { date1904: true })).toBe('1904-01-01');
    expect(await shown(43_981, 1, { date1904: true })).toBe('2024-05-31');
  });

  test('a date may be written as a text of ISO 8601', async () => {
    const { rows } = await readRows([
      ['a', 'b'],
      [{ xml: '<c t="d"><v>2024-05-31T10:00:00</v></c>' }, 'x'],
      ['y', 'z'],
    ]);
    expect(rows[0]?.[0]).toBe('2024-05-31T10:00:00');
  });

  test.each([
    ['2024-05-31T00:00:00.000', 1, '2024-05-31'],
    ['2024-05-31T07:30:00.500', 1, '2024-05-31T07:30:00.500'],
    ['2024-05-31T00:00:00.000', 2, '2024-05-31T00:00:00'],
    ['1899-12-31T07:30:00', 3, '07:30:00'],
    ['2024-05-31T07:30:00', 3, '2024-05-31T07:30:00'],
    ['07:30:00', 3, '07:30:00'],
  ])('%s of the format %i is %s', async (written, style, text) => {
    const { rows } = await readRows([['a', 'b'], [{ xml: `<c t="d" s="${style}"><v>${written}</v></c>` }, 'x'], ['y', 'z']], { formats }); // oxfmt-ignore
    expect(rows[0]?.[0]).toBe(text);
  });
});

test('errors and formulas without a result are faults, and so is what stands beside the table', async () => {
  const { rows, faults, accounting } = await readRows([
    ['a', 'b'],
    [1, error('#DIV/0!')],
    [2, { xml: '<c><f>A1+1</f></c>' }],
    [3, 3, null, null, 'a remark'],
    [4, 4],
    [5, 5],
    [6, 6],
  ]);
  expect(faults).toEqual([
    { row: 0, code: 'error_value', message: "has #DIV/0! in column 'b'", column: 'b', raw: '{"A":"1","B":"#DIV/0!"}' },
    expect.objectContaining({
      row: 1,
      code: 'error_value',
      message: expect.stringContaining('never computed') as string,
    }),
    expect.objectContaining({ row: 2, code: 'too_many_fields', raw: '{"A":"3","B":"3","E":"a remark"}' }),
  ]);
  expect(rows.length).toBe(6);
  expect(accounting).toMatchObject({ lines: 7, rows: 6 });
});

test('#N/A is what it is in text files: a word for no value', async () => {
  const { rows, faults } = await readRows([
    ['a', 'b'],
    [1, error('#N/A')],
    [2, 5],
  ]);
  expect(faults).toEqual([]);
  expect(rows).toEqual([
    ['1', '#N/A'],
    ['2', '5'],
  ]);
});

test.each(['', 'x'])('a cell that is merged over rows has its value in each of them (prefix %j)', async (prefix) => {
  const rows = [
    ['Sales', null, 'n'],
    ['region', 'city', null],
    ['north', 'a', 1],
    [null, 'b', 2],
    [null, 'c', 3],
    ['south', null, 4],
    [null, 'e', 5],
  ];
  const merged = ['A1:B1', 'C1:C2', 'A3:A5', 'A6:B6'];
  const table = await read([{ name: 'S', rows, merged }], { prefix });
  expect(table.rows).toEqual([
    ['north', 'a', '1'],
    ['north', 'b', '2'],
    ['north', 'c', '3'],
    ['south', null, '4'],
    [null, 'e', '5'],
  ]);
  expect(table.notes).toContain('2 rows have the value of a cell that is merged over several rows.');
});

test('a name over two columns is no group where values stand right below it', async () => {
  const rows = [
    ['name', null, 'n'],
    ['a', 'b', 1],
    ['c', 'd', 2],
  ];
  const table = await read([{ name: 'S', rows, merged: ['A1:B1'] }]);
  expect(table.columns).toEqual(['name', 'column_2', 'n']);
  expect(table.rows.length).toBe(2);
});

test('dates above columns of numbers are their names', async () => {
  const day = (serial: number) => ({ xml: `<c s="1"><v>${serial}</v></c>` });
  const { columns, rows } = await readRows(
    [
      ['product', day(45292), day(45323)],
      ['x', 1, 2],
      ['y', 3, 4],
    ],
    { formats: ['yyyy-mm-dd'] },
  );
  expect(columns).toEqual(['product', '2024-01-01', '2024-02-01']);
  expect(rows.length).toBe(2);
});

test('a format of zeros shows leading zeros, and they stay', async () => {
  const zip = (number: string) => ({ xml: `<c s="1"><v>${number}</v></c>` });
  const minute = { xml: '<c s="2"><v>5</v></c>' };
  const { rows } = await readRows(
    [
      ['zip', 'minute'],
      [zip('1067'), minute],
      [zip('99998'), minute],
      [zip('-1'), minute],
      [zip('1.5'), minute],
    ],
    { formats: ['00000', '00'] },
  );
  expect(rows.map(([first]) => first)).toEqual(['01067', '99998', '-1', '1.5']);
  expect(rows[0]).toEqual(['01067', '5']);
});

test.each(['000-00-0000', '000\\-00\\-0000', '000 00 0000'])('zeros in groups are zeros: %s', async (code) => {
  const { rows } = await readRows([['ssn', 'b'], [styled(12_345_678, 1), 'x']], { formats: [code] }); // oxfmt-ignore
  expect(rows).toEqual([['012345678', 'x']]);
});

test('names that come once more, as on printed pages, are counted with the header', async () => {
  const { rows, accounting } = await readRows([['id', 'n'], [1, 'x'], null, ['id', 'n'], [2, 'y']]); // oxfmt-ignore
  expect(rows.map(([id]) => id)).toEqual(['1', '2']);
  expect(accounting).toMatchObject({ lines: 5, header: 2, rows: 2, skipped: { blank: 1 } });
});

test('a table may begin anywhere and have titles above, empty rows in it and totals below', async () => {
  const { columns, rows, lines, accounting, format } = await readRows([
    null,
    [null, 'Sales 2024'],
    null,
    [null, 'region', 'units', 'price'],
    [null, 'north', 1, 2.5],
    null,
    [null, 'south', 2, 3.5],
    [null, 'west', 3, 4.5],
    [null, 'Total', 6],
  ]);
  expect(format).toMatchObject({ firstColumn: 1, header: { preambleLines: 3, headerLines: 1 } });
  expect(columns).toEqual(['region', 'units', 'price']);
  expect(rows.map(([region]) => region)).toEqual(['north', 'south', 'west']);
  expect(lines).toEqual([5, 7, 8]);
  expect(accounting).toEqual({
    lines: 9,
    header: 1,
    preamble: 3,
    rows: 3,
    skipped: { blank: 1, comment: 0, footer: 1 },
  });
  expect(accountedLines(accounting)).toBe(9);
});

test('names over several columns count for each of them', async () => {
  const { columns, rows } = await readRows([
    [null, 'Sales', null, 'Cost', null],
    ['region', 'Q1', 'Q2', 'Q1', 'Q2'],
    ['north', 1, 2, 3, 4],
    ['south', 5, 6, 7, 8],
  ]);
  expect(columns).toEqual(['region', 'Sales Q1', 'Sales Q2', 'Cost Q1', 'Cost Q2']);
  expect(rows.length).toBe(2);
});

test('a sheet without names has numbered columns', async () => {
  const { columns, rows } = await readRows([
    [1, 2.5],
    [3, 4.5],
  ]);
  expect(columns).toEqual(['column_1', 'column_2']);
  expect(rows.length).toBe(2);
});

describe('sheets', () => {
  const table = [
    ['a', 'b'],
    [1, 2],
  ];
  const sheets: SheetOf[] = [
    { name: 'Cover', rows: [['Quarterly report']] },
    { name: 'Secret', rows: table, state: 'hidden' },
    { name: 'Data', rows: table },
  ];

  test('the first that shows a table is read, and the others are named', async () => {
    const { format } = await read(sheets);
    expect(format).toMatchObject({
      sheet: 'Data',
      notes: ["Its sheet 'Data' is read; the others are 'Cover', 'Secret' (hidden)."],
    });
  });

  test('another one is read when asked for, hidden or not', async () => {
    expect((await read(sheets, {}, { sheet: 'secret' })).format).toMatchObject({ sheet: 'Secret' });
  });

  test('one that is not there is an error that names those that are', async () => {
    await expect(read(sheets, {}, { sheet: 'Nope' })).rejects.toMatchObject({
      code: 'INPUT_NOT_A_TABLE',
      why: "Its sheets are 'Cover', 'Secret', 'Data'.",
    });
  });

  test('no sheet has anything', async () => {
    await expect(read([{ name: 'Empty', rows: [] }])).rejects.toMatchObject({ code: 'INPUT_NOT_A_TABLE' });
  });
});

test('hidden rows are read and said; so are numbers that Excel has cut', async () => {
  const { rows, notes } = await read([
    {
      name: 'Data',
      xml:
        '<row r="1"><c t="inlineStr"><is><t>id</t></is></c></row>' +
        '<row r="2" hidden="1"><c><v>1234567890123450000</v></c></row><row><c><v>2</v></c></row>',
    },
  ]);
  expect(rows).toEqual([['1234567890123450000'], ['2']]);
  expect(notes).toEqual([
    '1 row is hidden in the sheet and read anyway.',
    '1 number is longer than 15 digits. Excel keeps no more: store them as text.',
  ]);
});

test('prefixes of names and many rows make no difference', async () => {
  const table: CellXml[][] = [['id', 'name'], ...Array.from({ length: 9_000 }, (_, id) => [id, `name ${id % 10}`])];
  const { rows, lines } = await readRows(table, { prefix: 'x' });
  expect(rows.length).toBe(9_000);
  expect(rows.at(-1)).toEqual(['8999', 'name 9']);
  expect(lines.at(-1)).toBe(9_001);
});

test('a preview shows the first rows of the sheet that is read', async () => {
  const bytes = await workbookOf(
    [
      { name: 'Cover', rows: [['Report']] },
      {
        name: 'Data',
        rows: [
          ['id', 'day'],
          [1, styled(45_443, 1)],
          [2, null],
          [3, null],
        ],
      },
    ],
    { formats: ['yyyy-mm-dd'] },
  );
  expect(await previewFile(fileWith('book.xlsx', bytes), { rows: 2 })).toMatchObject({
    format: 'excel',
    columns: [{ name: 'id' }, { name: 'day' }],
    rows: [
      ['1', '2024-05-31'],
      ['2', null],
    ],
    truncated: true,
    header: true,
    notes: [expect.stringContaining("'Cover'")],
  });
});

describe('files that are no workbook that can be read', () => {
  const unreadable = (bytes: Uint8Array, name: string) => expect(readTable(bytes, name)).rejects;
  const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');

  test('an old one', async () => {
    await unreadable(compound, 'old.xls').toMatchObject({
      code: 'INPUT_UNREADABLE',
      message: expect.stringContaining('97') as string,
      next: expect.arrayContaining([expect.stringContaining('.xlsx')]) as string[],
    });
  });

  test('one with a password', async () => {
    const encrypted = Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]);
    await unreadable(encrypted, 'locked.xlsx').toMatchObject({
      message: expect.stringContaining('password') as string,
    });
  });

  test('a spreadsheet of LibreOffice, whatever it is called', async () => {
    const start = Buffer.from(`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`);
    await expect(readTable(start, 'book.xlsx')).rejects.toMatchObject({
      code: 'INPUT_NOT_A_TABLE',
      why: expect.stringContaining('--convert-to xlsx') as string,
    });
  });

  test('a zip of something else', async () => {
    const archive = await zipOf({ 'a.csv': 'xl/,1\n' });
    await expect(readTable(archive, 'tables.zip')).rejects.toMatchObject({
      code: 'INPUT_NOT_A_TABLE',
      why: expect.stringContaining('Unpack it') as string,
    });
  });

  test('a binary one', async () => {
    const binary = await zipOf({
      '_rels/.rels':
        '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
      'xl/workbook.bin': '',
    });
    await unreadable(binary, 'book.xlsb').toMatchObject({ message: expect.stringContaining('.xlsb') as string });
  });

  test.each([
    ['a row that goes back', '<row r="5"><c><v>1</v></c></row><row r="4"><c><v>1</v></c></row>'],
    ['a row beyond the last', '<row r="99999999"><c><v>1</v></c></row>'],
    ['a text that is not there', '<row r="1"><c t="s"><v>7</v></c></row>'],
    ['XML that is none', '<row r="1"><c><v>1</c></row>'],
  ])('%s', async (_what, xml) => {
    await expect(read([{ name: 'Data', xml }])).rejects.toMatchObject({
      code: 'INPUT_UNREADABLE',
      message: expect.stringContaining('damaged Excel workbook') as string,
    });
  });

  test('one that unpacks to blanks without end', async () => {
    await expect(read([{ name: 'Data', xml: ' '.repeat(18_000_000) }])).rejects.toMatchObject({
      why: expect.stringContaining('does not end') as string,
    });
  });

  test('one that was cut off', async () => {
    const whole = await workbookOf([{ name: 'Data', rows: [['a'], [1]] }]);
    await unreadable(whole.subarray(0, whole.length - 30), 'cut.xlsx').toMatchObject({ code: 'INPUT_UNREADABLE' });
  });
});

test('a zip bomb is refused before it is unpacked', async () => {
  const sheet = { name: 'Data', xml: `<row><c><v>1</v></c></row>${' '.repeat(100 * 1024 * 1024)}` };
  const bomb = await workbookOf([sheet]);
  expect(bomb.length).toBeLessThan(200_000);
  const started = performance.now();
  await expect(readTable(bomb, 'bomb.xlsx')).rejects.toMatchObject({
    code: 'INPUT_UNREADABLE',
    message: expect.stringContaining('far more than a workbook contains') as string,
  });
  expect(performance.now() - started).toBeLessThan(5_000);
});

describe('several tables of a sheet', () => {
  const small = [
    ['id', 'name'],
    [1, 'Ann'],
    [2, 'Bob'],
  ];
  const large = [
    ['code', 'label', 'price'],
    ['A', 'x', 1],
    ['B', 'y', 2],
    ['C', 'z', 3],
  ];
  const sheet = [...small, [], ['Prices of today'], ...large, [], ['Source: own data of 2024']];

  test('are told apart: the larger is read, the lines of the other are kept with its names', async () => {
    const found = await readRows(sheet);
    expect(found.columns).toEqual(['code', 'label', 'price']);
    expect(found.rows).toEqual([
      ['A', 'x', '1'],
      ['B', 'y', '2'],
      ['C', 'z', '3'],
    ]);
    expect(found.warnings).toEqual([
      expect.stringMatching(/^The file has 2 tables\. Table 2 \(code, label, price\) is read/),
    ]);
    const others = found.skipped.filter(({ kind }) => kind === 'other_table');
    expect(others.map(({ line, reason }) => [line, reason])).toEqual(
      [1, 2, 3].map((line) => [line, 'belongs to another table: id, name']),
    );
    expect(found.accounting.lines).toBe(accountedLines(found.accounting));
  });

  test('can be chosen by their number', async () => {
    const found = await read([{ name: 'Data', rows: sheet }], {}, { table: 1 });
    expect(found).toMatchObject({ columns: ['id', 'name'], faults: [], warnings: [] });
    expect(found.rows).toHaveLength(2);
    expect(found.skipped.filter(({ kind }) => kind === 'other_table')).toHaveLength(6);
    expect(found.accounting.lines).toBe(accountedLines(found.accounting));
    await expect(read([{ name: 'Data', rows: sheet }], {}, { table: 3 })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    });
  });

  test('are not seen in rows after a gap and in remarks', async () => {
    const found = await readRows([...large, [], ['D', 'w', 4], [], ['Note: prices are net']]);
    expect(found.rows).toHaveLength(4);
    expect(found.warnings).toEqual([]);
  });
});

describe('a damaged header of a sheet', () => {
  test('with a name too far to the right is uncertain from there on', async () => {
    const found = await readRows([
      ['id', null, 'name', 'city'],
      [1, 'Ann', 'Oslo'],
      [2, 'Bob', 'Rome'],
      [3, 'Cy', 'Paris'],
    ]);
    expect(found.columns).toEqual(['id', 'column_2', 'column_3', 'column_4']);
    expect(found.warnings).toEqual([expect.stringMatching(/^The column names are uncertain: column 2 has no name/)]);
    expect(found.skipped[0]).toMatchObject({ kind: 'header', reason: expect.stringContaining('column 2') as string });
  });

  test('without the name of a column with values warns; an index needs no name', async () => {
    const found = await readRows([
      ['a', 'b'],
      [1, 'x', 2],
      [2, 'y', 3],
      [3, 'z', 4],
    ]);
    expect(found).toMatchObject({ columns: ['a', 'b', 'column_3'] });
    expect(found.warnings).toEqual(['The column names are uncertain: column C has no name.']);
    expect(
      (
        await readRows([
          [null, 'a', 'b'],
          [0, 1, 'x'],
          [1, 2, 'y'],
          [2, 3, 'z'],
        ])
      ).warnings,
    ).toEqual([]);
  });
});

test('a last row with blanks is a row', async () => {
  const found = await readRows([['name', 'a', 'b', 'c'], ['Apple', 1, 2, 3], ['Shell', 4, 5, 6], ['Row with blanks']]);
  expect(found.rows).toHaveLength(3);
  expect(found.skipped).toHaveLength(1);
});
