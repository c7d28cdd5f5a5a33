import { describe, expect, test } from 'vitest';
import { findDialect } from '../../../../src/tables/delimited/detect/find-dialect.js';
import type { FormatOptions } from '../../../../src/tables/format.js';
import { textSample } from '../../../../src/tables/text/text-samples.js';

const sampleOf = (text: string, isCut = false) => textSample(text, { isCut, lineEnd: '\n' });

function recognised(text: string, given: FormatOptions = {}, isNamed = true) {
  return findDialect({ head: sampleOf(text), tail: null }, { isNamed, given });
}

/** The names, then the lines above them, of them, and behind the table. */
function placed(text: string, given: FormatOptions = {}, isNamed = true): string | null {
  const found = recognised(text, given, isNamed);
  if (found === null) return null;
  const { columns, preambleLines, headerLines, footerLines, endLine } = found.dialect;
  return `${columns.join(' ')} | ${preambleLines} ${headerLines} ${endLine === undefined ? footerLines : `to ${endLine}`}`;
}

const lines = (count: number, line: string): string => `${line}\n`.repeat(count);

describe('the table begins', () => {
  test.each<[string, string, string]>([
    ['in the first line', 'a,b,c\n1,2,3\n4,5,6\n', 'a b c | 0 1 0'],
    ['below titles', 'Sales of 2024\nby region\na,b,c\n1,2,3\n4,5,6\n', 'a b c | 2 1 0'],
    ['below titles with delimiters', 'Sales of 2024,,\n,,\na,b,c\n1,2,3\n4,5,6\n', 'a b c | 2 1 0'],
    ['below a title of one word, where names follow', 'Sales,,\na,b,c\n1,2,3\n4,5,6\n', 'a b c | 1 1 0'],
    ['with a sparse row, where no names follow', 'anna,,\nbert,1,2\ncarl,3,4\n', 'column_1 column_2 column_3 | 0 0 0'],
    ['with a lone name above values', ',x,\nbert,1,2\ncarl,3,4\n', 'column_1 x column_3 | 0 1 0'],
    ['below comments', '# made by hand\na,b,c\n1,2,3\n4,5,6\n', 'a b c | 1 1 0'],
    ['below a comment as wide as the table', '# x,y,z\n# t\na,b,c\n1,2,3\n4,5,6\n', 'a b c | 2 1 0'],
    ['below a comment as wide as the table and right above it', '# t\n# x,y,z\na,b,c\n1,2,3\n4,5,6\n', 'a b c | 2 1 0'],
    ['with a date and a time, which are no title', '2024-01-31 10:00,,\nbert,1,2\ncarl,3,4\n', 'column_1 column_2 column_3 | 0 0 0'],
    ['below a title of half of the columns', 'Sales,North,,\na,b,c,d\n1,2,3,4\n5,6,7,8\n', 'a b c d | 1 1 0'],
    ['below values with a delimiter behind them', 'Sales,2024-01-31,5,\n1,2,3\n4,5,6\n7,8,9\n', 'column_1 column_2 column_3 | 1 0 0'],
    ['with names in a comment', '## x\n#a,b,c\n1,2,3\n4,5,6\n', 'a b c | 1 1 0'],
    ['with names that a comment declares', '#Version: 1.0\n#Fields: date time x\n2024-01-31 10:00 1\n2024-02-01 11:00 2\n2024-02-02 12:00 3\n', 'date time x | 1 1 0'],
    ['with one name too few', 'a,b\nx,1,2\ny,3,4\n', 'column_1 column_2 column_3 | 0 1 0'],
    ['without names that are too few, where names follow', 'a,b\nx,y,z\n1,2,3\n4,5,6\n', 'x y z | 1 1 0'],
    ['without a comment that has one name too few', '#t,u\n# v\nx,1,2\ny,3,4\nz,5,6\n', 'column_1 column_2 column_3 | 2 0 0'],
    ['without names too few that stand behind a gap', 'a,b\n\nx,1,2\ny,3,4\n', 'column_1 column_2 column_3 | 2 0 0'],
    ['with a delimiter behind the names', 'a,b,c,\n1,2,3\n4,5,6\n', 'a b c | 0 1 0'],
    ['with a row that lacks a field', '1,2,3\n1,2,3,4\n5,6,7,8\n9,1,2,3\n', 'column_1 column_2 column_3 column_4 | 0 0 0'],
    ['with names that lack one', 'x,y,z\n1,2,3,4\n5,6,7,8\n9,1,2,3\n', 'column_1 column_2 column_3 column_4 | 0 1 0'],
    ['below a gap', 'Station,Berlin,x\n\nt,rain,wind\n10:00,1,2\n11:00,2,3\n12:00,3,4\n', 't rain wind | 2 1 0'],
    ['below a line that is narrower', 'Station,Berlin,x\nmade by hand\nt,rain,wind\n10:00,1,2\n11:00,2,3\n12:00,3,4\n', 't rain wind | 2 1 0'],
    ['below a line of delimiters', 'Station,Berlin,x\n,,\nt,rain,wind\n10:00,1,2\n11:00,2,3\n12:00,3,4\n', 't rain wind | 2 1 0'],
    ['above a line of names within it', 'k,v,w\na,b,c\n1,2,3\n4,5,6\n', 'k a v b w c | 0 2 0'],
    ['above a gap, where rows stand above it', 'k,v,w\nx,1,2\ny,3,4\nz,5,6\n\na,b,c\n1,2,3\n', 'k v w | 0 1 to 4'],
  ])('%s', (_what, text, expected) => {
    expect(placed(text)).toBe(expected);
  }); // oxfmt-ignore

  test.each<[string, FormatOptions, string]>([
    ['lines to skip', { skipLines: 1 }, 'x y | 1 1 0'],
    ['no lines to skip', { skipLines: 0 }, 'a x b y | 0 2 0'],
    ['a header', { headerLines: 1 }, 'a b | 0 1 0'],
    ['no header', { headerLines: 0 }, 'column_1 column_2 | 0 0 0'],
    ['more lines to skip than there are', { skipLines: 9 }, 'column_1 column_2 | 9 0 0'],
  ])('where it is told: %s', (_what, given, expected) => {
    expect(placed('a,b\nx,y\n1,2\n3,4\n5,6\n7,8\n9,1\n', given)).toBe(expected);
  });
});

describe('the width of a table', () => {
  test.each<[string, string, string]>([
    ['is that of most rows', 'a,b\n1,2\n3,4\n5,6,7\n', 'a b | 0 1 0'],
    ['is that of the names, where rows agree', 'a,b,c\n1,2,3\n4,5\n6,7\n', 'a b c | 0 1 0'],
    ['is that of the names, where rows end early', `a,b,c\n1,2,3\n${lines(4, '4,5')}`, 'a b c | 0 1 0'],
    [
      'is not that of names that few rows agree with',
      `a,b,c\n1,2,3\n${lines(4, '4,5')}1,2,3,4\n`,
      'column_1 column_2 | 2 0 0',
    ],
    [
      'is that of the rows, where no row has as many fields as names',
      `a,b,c\n${lines(4, '4,5')}`,
      'column_1 column_2 | 0 1 0',
    ],
    ['is that of the rows behind a gap', `Sales,of,us\n\na,b\n${lines(4, '4,5')}`, 'a b | 2 1 0'],
    ['is that of most rows behind a gap', `a,b,c\n\n1,2,3\n${lines(4, '4,5')}`, 'column_1 column_2 | 3 0 0'],
    ['is one where all fields are empty', '""\n""\n', 'column_1 | 0 0 0'],
    ['is without the delimiter at the end of all lines', 'a,b,\n1,2,\n3,4,\n', 'a b | 0 1 0'],
    ['is with it, where one line has a value there', 'a,b,\n1,2,\n3,4,5\n', 'a b column_3 | 0 1 0'],
    ['is with it, where there is one line', 'a,b,\n', 'column_1 column_2 column_3 | 0 0 0'],
  ])('%s', (_what, text, expected) => {
    const found = placed(text);
    expect(found).toBe(expected);
  });

  test('is said to have short rows', () => {
    const text = `a,b,c\n1,2,3\n${lines(4, '4,5')}`;
    expect(recognised(text)).toMatchObject({
      dialect: { shortRows: true },
      notes: ['Some rows omit cells at their end; those are null.'],
    });
    expect(recognised('a,b\n1,2\n3,4\n')).toMatchObject({ dialect: { shortRows: false }, notes: [] });
    expect(recognised('a,b,\n1,2,\n3,4,\n')).toMatchObject({ dialect: { trailingDelimiter: true } });
    expect(recognised('a,b,\n1,2,\n3,4,5\n')).toMatchObject({ dialect: { trailingDelimiter: false } });
    expect(recognised(`a,b,c\n1,2,3\n4,5,6\n\nk,v\n${lines(3, 'x,1')}`)).toMatchObject({
      dialect: { shortRows: false },
    });
  });
});

describe('another table', () => {
  test.each<[string, string, string, FormatOptions?]>([
    ['begins behind a gap', 'a,b,c\n1,2,3\n4,5,6\n\nx,y,z\n7,8,9\n', 'a b c | 0 1 to 3'],
    ['may have a title', 'a,b,c\n1,2,3\n4,5,6\n\nCodes\ncode,meaning\n1,one\n', 'a b c | 0 1 to 3'],
    ['has at least a row', 'a,b,c\n1,2,3\n4,5,6\n\ncode,meaning\n', 'a b c | 0 1 0'],
    ['has at least two columns', 'a,b,c\n1,2,3\n4,5,6\n7,8,9\n\nt\nu\n1\n', 'a b c | 0 1 0'],
    ['has rows as wide as its names', 'a,b,c\n1,2,3\n4,5,6\n7,8,9\n\nk,v\nx\ny\nz\n', 'a b c | 0 1 0'],
    ['has other names', 'a,b,c\n1,2,3\n4,5,6\n\na,b,c\n7,8,9\n', 'a b c | 0 1 0'],
    ['has names, and no values', 'a,b,c\n1,2,3\n4,5,6\n\n7,8,9\n1,2,3\n', 'a b c | 0 1 0'],
    ['has names above values, where it is as wide', 'a,b,c\nx,y,z\np,q,r\n\nk,l,m\ns,t,u\n', 'a b c | 0 1 0'],
    ['may come behind rows that go on', 'a,b,c\n1,2,3\n\n4,5,6\n\nx,y,z\n7,8,9\n', 'a b c | 0 1 to 4'],
    ['is read where it is larger', 'k,v,w\nx,2024-01-31,5\n\na,b,c\n1,2,3\n4,5,6\n', 'a b c | 3 1 0'],
    ['is read where it is larger and wider', 'k,v\n1,2\n3,4\n\na,b,c\n1,2,3\n4,5,6\n7,8,9\n', 'a b c | 4 1 0'],
    ['is the first of two as large', 'k,v,w\n1,2,3\n3,4,5\n\na,b,c\n4,5,6\n7,8,9\n', 'k v w | 0 1 to 3'],
    ['begins where the number of fields changes', 'k,v\n1,2\n3,4\n5,6\na,b,c\nx,1,2\ny,3,4\n', 'k v | 0 1 to 4'],
    ['begins there with texts, too', 'k,v\np,q\nr,s\nt,u\na,b,c\nx,y,z\nw,y,z\n', 'k v | 0 1 to 4'],
    ['does not begin with a row', 'k,v\n1,2\n3,4\n5,6\n7,8,9\n1,2,3\n4,5,6\n', 'k v | 0 1 0'],
    ['does not begin where one row is longer', 'k,v\n1,2\n3,4\n5,6\na,b,c\n7,8\n9,1\n', 'k v | 0 1 0'],
    ['is not a few details above a table', 'Account,DE00123\nFrom,2024-01-31\n\na,b,c\n1,2,3\n4,5,6\n', 'a b c | 3 1 0'],
    ['is chosen by number', 'a,b,c\n1,2,3\n4,5,6\n\nx,y,z\n7,8,9\n', 'x y z | 4 1 0', { table: 2 }],
    ['above is chosen by number', 'k,v,w\n1,2,3\n\na,b,c\n4,5,6\n7,8,9\n', 'k v w | 0 1 to 2', { table: 1 }],
    ['is not read if lines are skipped', 'k,v,w\n1,2,3\n\na,b,c\n4,5,6\n7,8,9\n', 'k v w | 0 1 to 2', { skipLines: 0 }],
  ])('%s', (_what, text, expected, given = {}) => {
    expect(placed(text, given)).toBe(expected);
  }); // oxfmt-ignore

  test('is reported, with the number that reads it', () => {
    const text = 'k,v\n1,2\n3,4\n\na,b,c\n4,5,6\n7,8,9\n1,2,3\n';
    const sentence =
      "The file has 2 tables. Table 2 (a, b, c) is read. Not read: table 1 (k, v). Choose one by its number with the option 'table'.";
    expect(recognised(text)).toMatchObject({ warnings: [sentence], notes: [] });
    expect(recognised(text, { table: 2 })).toMatchObject({ warnings: [], notes: [sentence] });
    expect(recognised(text)?.dialect.otherTables).toEqual([
      { firstLine: 1, lastLine: 4, columns: ['k', 'v'], rows: 2 },
    ]);
    expect(recognised('a,b\n1,2\n3,4\n')).toMatchObject({ warnings: [], notes: [] });
  });

  test('that does not exist cannot be chosen', () => {
    expect(() => recognised('a,b\n1,2\n3,4\n', { table: 2 })).toThrow('Table 2 does not exist: the file has 1');
    expect(recognised('a,b\n1,2\n3,4\n', { table: 1 })?.dialect.columns).toEqual(['a', 'b']);
  });

  test('is the last one of a file that goes on', () => {
    const head = sampleOf('k,v,w\n1,2,3\n4,5,6\n7,8,9\n\na,b,c\n4,5,6\n', true);
    expect(findDialect({ head, tail: null }, { isNamed: true, given: {} })?.dialect.columns).toEqual(['a', 'b', 'c']);
  });
});

describe('a header with another number of fields', () => {
  test.each<[string, string, string, string | null]>([
    ['has an extra delimiter', 'id,,name,city\n1,Ann,Oslo\n2,Bob,Rome\n', 'id name city', 'The empty names are left out'],
    ['lacks a delimiter', 'id,namecity,zip\n1,Ann,Oslo,0150\n2,Bob,Rome,00100\n', 'column_1 column_2 column_3 column_4', 'The columns are numbered'],
    ['lacks a name', 'a,b,c\n1,2,3,4\n5,6,7,8\n', 'column_1 column_2 column_3 column_4', 'The columns are numbered'],
    ['has more names than any row has fields', `a,b,c\n${lines(4, '4,5')}`, 'column_1 column_2', 'The columns are numbered'],
    ['is above texts', 'first,lastcity,land\nAnn,Lee,Oslo,Norway\nBob,Kay,Rome,Italy\n', 'column_1 column_2 column_3 column_4', 'The columns are numbered'],
    ['is one word above two columns', 'idname\n1,Ann\n2,Bob\n', 'column_1 column_2', 'The columns are numbered'],
    ['has a quote that is not closed', 'id,"name,city\n1,"Ann",Oslo\n2,"Bob",Rome\n3,"Cy",Paris\n', 'id "name city', null],
    ['omits the name of the row names of R', '"a","b"\n"x",1,2\n"y",3,4\n', 'column_1 a b', null],
    ['ends in a delimiter', 'a,b,c,\n1,2,3\n4,5,6\n', 'a b c', null],
  ])('%s', (_what, text, columns, problem) => {
    const found = recognised(text);
    expect(found?.dialect.columns.join(' ')).toBe(columns);
    if (problem === null) expect(found?.warnings).toEqual([]);
    else expect(found?.warnings).toEqual([expect.stringContaining(problem)]);
    expect(found?.dialect.headerLines).toBe(1);
  }); // oxfmt-ignore
});

describe('what is behind a table', () => {
  test('is looked for in its last lines, where the middle is not seen', () => {
    const head = sampleOf('a,b,c\n1,2,3\n4,5,6\n', true);
    const tail = sampleOf('7,8,9\nTotal,,9\n');
    const found = findDialect({ head, tail }, { isNamed: true, given: {} });
    expect(found?.dialect).toMatchObject({ footerLines: 1, footerUnseen: false });
    const unseen = findDialect({ head: sampleOf('a,b,c\n1,2,3\nTotal,,9\n', true), tail: null }, { isNamed: true, given: {} }); // oxfmt-ignore
    expect(unseen?.dialect).toMatchObject({ footerLines: 0, footerUnseen: true });
  });

  test('may be lines with comments between them', () => {
    expect(placed('# t\na,b,c\n1,2,3\n4,5,6\nTotal,,9\n# end\n')).toBe('a b c | 1 1 2');
    expect(placed('a,b,c\n1,2,3\n4,5,6\nTotal,,9\nmade by hand\n')).toBe('a b c | 0 1 2');
  });
});

describe('a text is a table', () => {
  test.each<[string, string, boolean]>([
    ['where three columns fit all lines', 'a,b,c\n1,2,3\n', true],
    ['not where two columns of texts have commas', 'so,we met\nthen,we left\n', false],
    ['where two columns of values have commas', 'a,b\n1,2\n3,4\n', true],
    ['not where values have no names', '1,2\n3,4\n5,6\n', false],
    ['not where a small table of two columns is below a title', `${lines(2, 'so it is')}a;b\n1;2\n3;4\n`, false],
    ['not where a line in a small table does not fit', 'so it is\na;b;c\n1;2;3\nx\n4;5;6\n', false],
    ['where two columns have other delimiters', 'so;we met\nthen;we left\n', true],
    ['not where there is one line', 'a,b,c\n', false],
    ['where nine of ten lines fit', `a;b;c\n${lines(8, '1;2;3')}x\n${lines(9, '1;2;3')}`, true],
    ['where a small table is below a long title', `${lines(2, 'so it is')}a;b;c\n1;2;3\n4;5;6\n`, true],
    ['not where the title is much longer', `${lines(9, 'so it is')}a;b;c\n1;2;3\n4;5;6\n`, false],
    ['not where the small table has commas', `${lines(2, 'so it is')}a,b,c\n1,2,3\n4,5,6\n`, false],
    ['not where it is prose', 'Hello, world.\nThis, as you see, is text.\nNothing.\n', false],
  ])('without a promise %s', (_what, text, expected) => {
    expect(recognised(text, {}, false) !== null).toBe(expected);
  });

  test('that is promised may be a list', () => {
    expect(placed('name\nanna\nbert\n')).toBe('name | 0 1 0');
    expect(recognised('name\n"anna"\nbert\n')?.dialect).toMatchObject({ delimiter: ',', quote: '"' });
    expect(placed('name\nan, na\nb\nc\nd\ne\nf\n')).toBe('name | 0 1 0');
    expect(placed('name\nan, na\nb\nc\nd\ne\n')).toBe('column_1 column_2 | 0 1 0');
    expect(recognised('name\nan, na\nb\nc\nd\ne\nf\n')?.dialect).toMatchObject({ delimiter: ';', quote: '"' });
    expect(recognised('say\n"a" b\n"c" d\n')?.dialect.quote).toBeNull();
    expect(recognised('say\n"a" b\n"c"\n')?.dialect.quote).toBe('"');
    expect(recognised('')).toBeNull();
  });

  test.each<[string, string, string]>([
    ['certain', 'names above values', 'a,b\n1,2\n3,4\n'],
    ['likely', 'one row', 'a,b\n1,2\n'],
    ['likely', 'a list', 'n\n1\n2\n3\n'],
    ['likely', 'names above texts', 'a,b\nx,z\nv,w\n'],
    ['likely', 'a title', `t\na,b\n${lines(9, '1,2')}`],
    ['guess', 'one line', 'a,b\n'],
    ['guess', 'lines that do not fit', 'a,b\n1,2\nx\n3,4\n'],
  ])('which is %s: %s', (confidence, _what, text) => {
    expect(recognised(text)?.confidence).toBe(confidence);
  });

  test('with comments, where they do not fit into it', () => {
    const commentOf = (text: string) => recognised(text)?.dialect.comment;
    expect(commentOf('# t\na,b\n1,2\n3,4\n')).toBe('#');
    expect(commentOf('#t,u\na,b\n1,2\n')).toBeNull();
    expect(commentOf('# t\n#a,b\n1,2\n3,4\n')).toBe('#');
    expect(commentOf('# t\na,b\n#1,2\n3,4\n')).toBeNull();
    expect(commentOf('# t\n#a,b\n#1,2\n3,4\n')).toBeNull();
    expect(commentOf('a,b\n1,2\n')).toBeNull();
    expect(commentOf('#x\nname\nanna\n')).toBeNull();
  });

  test('where the user says how it is written', () => {
    expect(placed('so,we met\nthen,we left\n', { delimiter: ',' }, false)).toBe('so we met | 0 1 0');
    expect(recognised("a,b\n'1',2\n", { quote: "'" })?.dialect).toMatchObject({ delimiter: ',', quote: "'" });
  });

  test('with a first line for Excel', () => {
    expect(placed('sep=;\na;b,c\n1;2,5\n')).toBe('a b,c | 1 1 0');
    expect(placed('sep=;\na;b,c\n1;2,5\n', {}, false)).toBe('a b,c | 1 1 0');
  });

  test('whose header may come again, if it has one', () => {
    expect(recognised('a,b\n1,2\n')?.dialect.headerRepeats).toBe(true);
    expect(recognised('1,2\n3,4\n')?.dialect.headerRepeats).toBe(false);
  });
});
