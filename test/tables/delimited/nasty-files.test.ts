import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readTable } from '../read-table.js';
import { expectTable, type Wanted } from './expect-table.js';

const AB = ['a', 'b'];
const ROWS = [
  ['1', '2'],
  ['3', '4'],
];

describe('around the table', () => {
  test.each<[string, string, Wanted]>([
    ['nothing', 'a,b\n1,2\n3,4\n', { columns: AB, rows: ROWS }],
    [
      'a title and a date',
      'Sales, all of them\nExported on 2024-01-31\n\na,b\n1,2\n3,4\n',
      { columns: AB, rows: ROWS, accounting: { preamble: 3, header: 1 } },
    ],
    ['titles as a spreadsheet pads them', 'Sales,,\n,,\na,b,c\n1,2,3\n4,5,6\n', { columns: ['a', 'b', 'c'], rows: [['1', '2', '3'], ['4', '5', '6']], accounting: { preamble: 2 } }], // oxfmt-ignore
    ['comments, also between the rows', '# by hand\na,b\n1,2\n# later\n3,4\n', { columns: AB, rows: ROWS, accounting: { preamble: 1, skipped: { comment: 1, blank: 0, footer: 0 } } }], // oxfmt-ignore
    ['a header behind the sign of comments', '## x=1\n#a\tb\n1\t2\n3\t4\n', { columns: AB, rows: ROWS, accounting: { preamble: 1, header: 1 } }], // oxfmt-ignore
    ['a total', 'a,b,c\n1,2,3\n4,5,6\nTotal,,9\n', { columns: ['a', 'b', 'c'], rows: [['1', '2', '3'], ['4', '5', '6']], accounting: { skipped: { footer: 1, blank: 0, comment: 0 } } }], // oxfmt-ignore
    ['an end', 'a,b\n1,2\n3,4\n\n-- end --\n', { columns: AB, rows: ROWS, accounting: { skipped: { footer: 1, blank: 1, comment: 0 } } }], // oxfmt-ignore
    ['the header again', 'a,b\n1,2\na,b\n3,4\n', { columns: AB, rows: ROWS, accounting: { header: 2 } }],
    ['units below the names', 'id,mass\n(int),(kg)\n1,2.5\n2,3.5\n', { columns: ['id (int)', 'mass (kg)'], rows: [['1', '2.5'], ['2', '3.5']], accounting: { header: 2 } }], // oxfmt-ignore
    ['groups above the names', ',Sales,\nregion,Q1,Q2\nn,1,2\ns,3,4\n', { columns: ['region', 'Sales Q1', 'Sales Q2'], rows: [['n', '1', '2'], ['s', '3', '4']] }], // oxfmt-ignore
    ['no names', '1,2\n3,4\n', { columns: ['column_1', 'column_2'], rows: ROWS, accounting: { header: 0 } }],
    ['names that are missing or stand twice', 'a,,a\n1,2,3\n4,5,6\n', { columns: ['a', 'column_2', 'a_2'], rows: [['1', '2', '3'], ['4', '5', '6']] }], // oxfmt-ignore
    ['one name too few, as R writes it', '"a","b"\n"x",1,2\n"y",3,4\n', { columns: ['column_1', 'a', 'b'], rows: [['x', '1', '2'], ['y', '3', '4']] }], // oxfmt-ignore
    ['a delimiter at the end of each line', 'a,b,\n1,2,\n3,4,\n', { columns: AB, rows: ROWS, dialect: { trailingDelimiter: true } }], // oxfmt-ignore
    ['a delimiter at the end of the rows', 'a;b;c\n1;2;3;\n4;5;6;\n', { columns: ['a', 'b', 'c'], rows: [['1', '2', '3'], ['4', '5', '6']] }], // oxfmt-ignore
    [
      'a line that tells Excel the delimiter',
      'sep=;\na;b\n1;2\n3;4\n',
      { columns: AB, rows: ROWS, accounting: { preamble: 1 } },
    ],
    ['names and values above the table', 'Station,Berlin\nDay,2024-01-01\n\nt,rain,wind\n10:00,1,2\n11:00,2,3\n12:00,3,4\n', { columns: ['t', 'rain', 'wind'], rows: [['10:00', '1', '2'], ['11:00', '2', '3'], ['12:00', '3', '4']], accounting: { preamble: 3 } }], // oxfmt-ignore
    ['a Ctrl-Z at the end', 'a,b\n1,2\n3,4\n\x1a', { columns: AB, rows: ROWS, accounting: { skipped: { blank: 1, comment: 0, footer: 0 } } }], // oxfmt-ignore
    ['nothing but names', 'a,b\n', { columns: AB, rows: [] }],
    ['one line of values', '1,2', { columns: ['column_1', 'column_2'], rows: [['1', '2']] }],
    ['one column', 'name\nanna\nbert\n', { columns: ['name'], rows: [['anna'], ['bert']] }],
    ['blank lines', 'a,b\n\n1,2\n   \n3,4\n\n', { columns: AB, rows: ROWS, accounting: { skipped: { blank: 3, comment: 0, footer: 0 } } }], // oxfmt-ignore
  ])('%s', (_what, content, wanted) => expectTable(content, wanted));
});

describe('within the table', () => {
  test.each<[string, string, Wanted]>([
    ['decimal commas', 'a;b\n1,5;2,5\n3,5;4,5\n', { columns: AB, rows: [['1,5', '2,5'], ['3,5', '4,5']] }], // oxfmt-ignore
    ['several characters between the fields', 'a||b\n1||2\n3||4\n', { columns: AB, rows: ROWS }],
    ['blanks behind the delimiter', 'a, b\n1, 2\n3, "4, 5"\n', { columns: AB, rows: [['1', '2'], ['3', '4, 5']] }], // oxfmt-ignore
    [
      'blanks before quotes',
      'a,b\n1, "x,y"\n2,z\n',
      {
        columns: AB,
        rows: [
          ['1', 'x,y'],
          ['2', 'z'],
        ],
      },
    ],
    ['quotes within quotes', 'a,b\n1,"say ""hi"""\n2,""\n3,\n', { columns: AB, rows: [['1', 'say "hi"'], ['2', ''], ['3', null]] }], // oxfmt-ignore
    ['backslashes before quotes', 'a,b\n1,"say \\"hi\\""\n2,"x,y"\n', { columns: AB, rows: [['1', 'say "hi"'], ['2', 'x,y']], dialect: { escape: '\\' } }], // oxfmt-ignore
    ['a backslash that escapes nothing', 'a,b\n1,"C:\\dir\\"\n2,"x"\n', { columns: AB, rows: [['1', 'C:\\dir\\'], ['2', 'x']] }], // oxfmt-ignore
    [
      'apostrophes as quotes',
      "a,b\n'1','it''s'\n'2','x,y'\n",
      {
        columns: AB,
        rows: [
          ['1', "it's"],
          ['2', 'x,y'],
        ],
      },
    ],
    ['quotes that are data', 'a\tb\n1\t5" pipe\n2\t"big" one\n', { columns: AB, rows: [['1', '5" pipe'], ['2', '"big" one']], dialect: { quote: null } }], // oxfmt-ignore
    ['line breaks within quotes', 'a,b\n1,"x\ny\r\nz"\n2,w\n', { columns: AB, rows: [['1', 'x\ny\r\nz'], ['2', 'w']], accounting: { rows: 4 } }], // oxfmt-ignore
    ['line ends of Windows, and of Windows twice', 'a,b\r\n1,2\r\r\n3,4\r\n', { columns: AB, rows: ROWS }],
    ['line ends of old Macs', 'a,b\r1,2\r3,4', { columns: AB, rows: ROWS }],
    ['line ends of all kinds', 'a,b\r1,2\n3,4\r\n', { columns: AB, rows: ROWS, dialect: { lineEnd: 'mixed' } }],
    ['a row that is too short, and one that is too long', 'a,b\n1,2\n9\n3,4,5\n3,4\n', { columns: AB, rows: ROWS, faults: ['too_few_fields: 9', 'too_many_fields: 3,4,5'] }], // oxfmt-ignore
    ['a last line that was cut off', 'a,b,c\n1,2,3\n4,5,6\n7,8', { columns: ['a', 'b', 'c'], rows: [['1', '2', '3'], ['4', '5', '6']], faults: ['too_few_fields: 7,8'] }], // oxfmt-ignore
    ['a quote that is never closed', 'a,b\n1,"x"\n2,"y\n3,"z"\n4,w\n', { columns: AB, rows: [['1', 'x'], ['3', 'z'], ['4', 'w']], faults: ['unclosed_quote: 2,"y'] }], // oxfmt-ignore
    ['two stray quotes that look like one field', 'a\tb\tc\n1\tx\t5\n2\t"y\t6\n3\tz"\t7\n', { columns: ['a', 'b', 'c'], rows: [['1', 'x', '5'], ['2', 'y\t6\n3\tz', '7']] }], // oxfmt-ignore
    ['the same among fields with quotes', 'a,b,c\n1,"x",5\n2,"y,6\n3,z",7\n4,"w",8\n', { columns: ['a', 'b', 'c'], rows: [['1', 'x', '5'], ['2', 'y,6\n3,z', '7'], ['4', 'w', '8']] }], // oxfmt-ignore
    ['text behind a closing quote', 'a,b\n1,"x"\n2,"y"!\n3,"z"\n', { columns: AB, rows: [['1', 'x'], ['3', 'z']], faults: ['text_after_quote: 2,"y"!'] }], // oxfmt-ignore
    ['a NUL', 'a,b\n1,an ordinary text that is long enough for one\0 of these\n2,x\n', { columns: AB, rows: [['1', 'an ordinary text that is long enough for one\0 of these'], ['2', 'x']] }], // oxfmt-ignore
    ['rows that begin with the sign of comments', 'tag,n\n#1,2\n#3,4\n', { columns: ['tag', 'n'], rows: [['#1', '2'], ['#3', '4']] }], // oxfmt-ignore
    ['zeros in front, and long numbers', 'zip,n\n00123,123456789012345678901234567890\n', { columns: ['zip', 'n'], rows: [['00123', '123456789012345678901234567890']] }], // oxfmt-ignore
  ])('%s', (_what, content, wanted) => expectTable(content, wanted));
});

describe('encodings', () => {
  const text = 'id;name\n1;Müller\n2;Größe\n';
  const wanted = { columns: ['id', 'name'], rows: [['1', 'Müller'], ['2', 'Größe']] }; // oxfmt-ignore

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big-endian, without a mark', Buffer.from(text, 'utf16le').swap16()],
    ['Latin-1', Buffer.from(text, 'latin1')],
    ['gzip', gzipSync(text)],
    ['gzip in two members', Buffer.concat([gzipSync(text.slice(0, 11)), gzipSync(text.slice(11))])],
  ])('%s', (_what, bytes) => expectTable(bytes, wanted));

  test('a bad byte is a fault of its row, and does not turn the file into another encoding', async () => {
    const bytes = Buffer.concat([
      Buffer.from('id,name\n1,Müller\n2,M'),
      Buffer.from([0xfc]),
      Buffer.from('ller\n3,Größe\n'),
    ]);
    await expectTable(bytes, { columns: ['id', 'name'], rows: [['1', 'Müller'], ['3', 'Größe']], faults: ['bad_encoding: 2,M\\xfcller'] }); // oxfmt-ignore
  });

  test('what the user says counts', async () => {
    const read = await readTable(Buffer.from('a;b,c\n\xcf\xf0;2,3\n', 'latin1'), 'x.csv', {
      encoding: 'cp1251',
      delimiter: ';',
    });
    expect(read.rows).toEqual([['Пр', '2,3']]);
  });
});

describe('what is no table', () => {
  test.each([
    ['an empty file', 'a.csv', ''],
    ['prose', 'a.txt', 'Hello, world.\nThis, as you see, is text.\nNothing.\n'],
    ['bytes', 'a.csv', Buffer.from(Uint8Array.from({ length: 256 }, (_, byte) => byte))],
    ['a PDF', 'a.csv', '%PDF-1.7\n%\x00\x01'],
  ])('%s', async (_what, name, content) => {
    await expect(readTable(content, name)).rejects.toMatchObject({ code: 'INPUT_NOT_A_TABLE' });
  });

  test('a gzip file that was cut off is not half a table', async () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => `${row},${(row * 7_919) % 10_007}\n`).join('');
    const packed = gzipSync(`a,b\n${rows}`);
    await expect(readTable(packed.subarray(0, packed.length / 2), 'a.csv.gz')).rejects.toMatchObject({
      code: 'INPUT_UNREADABLE',
    });
  });
});
