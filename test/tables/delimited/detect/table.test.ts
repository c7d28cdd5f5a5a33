import { describe, expect, test } from 'vitest';
import { otherTables } from '../../../../src/tables/delimited/detect/other-tables.js';
import { tryDialect } from '../../../../src/tables/delimited/detect/dialect-trial.js';
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
  const { columns, preambleLines, headerLines, footerLines } = found.dialect;
  return `${columns.join(' ')} | ${preambleLines} ${headerLines} ${footerLines}`;
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
    ['with one name too few', 'a,b\nx,1,2\ny,3,4\n', 'column_1 a b | 0 1 0'],
    ['without names that are too few, where names follow', 'a,b\nx,y,z\n1,2,3\n4,5,6\n', 'x y z | 1 1 0'],
    ['without a comment that has one name too few', '#t,u\n# v\nx,1,2\ny,3,4\nz,5,6\n', 'column_1 column_2 column_3 | 2 0 0'],
    ['without names too few that stand behind a gap', 'a,b\n\nx,1,2\ny,3,4\n', 'column_1 column_2 column_3 | 2 0 0'],
    ['with a delimiter behind the names', 'a,b,c,\n1,2,3\n4,5,6\n', 'a b c | 0 1 0'],
    ['with a row that lacks a field', '1,2,3\n1,2,3,4\n5,6,7,8\n9,1,2,3\n', 'column_1 column_2 column_3 column_4 | 0 0 0'],
    ['behind a title that lacks a field', 'x,y,z\n1,2,3,4\n5,6,7,8\n9,1,2,3\n', 'column_1 x y z | 0 1 0'],
    ['below a gap', 'Station,Berlin,x\n\nt,rain,wind\n10:00,1,2\n11:00,2,3\n12:00,3,4\n', 't rain wind | 2 1 0'],
    ['below a line that is narrower', 'Station,Berlin,x\nmade by hand\nt,rain,wind\n10:00,1,2\n11:00,2,3\n12:00,3,4\n', 't rain wind | 2 1 0'],
    ['below a line of delimiters', 'Station,Berlin,x\n,,\nt,rain,wind\n10:00,1,2\n11:00,2,3\n12:00,3,4\n', 't rain wind | 2 1 0'],
    ['above a line of names within it', 'k,v,w\na,b,c\n1,2,3\n4,5,6\n', 'k a v b w c | 0 2 0'],
    ['above a gap, where rows stand above it', 'k,v,w\nx,1,2\ny,3,4\nz,5,6\n\na,b,c\n1,2,3\n', 'k v w | 0 1 2'],
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
    ['is that of more names than any row has fields', `a,b,c\n${lines(4, '4,5')}`, 'a b c | 0 1 0'],
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
  test.each<[string, string, string]>([
    ['begins behind a gap', 'a,b,c\n1,2,3\n4,5,6\n\nx,y,z\n7,8,9\n', 'a b c | 0 1 2'],
    ['may have a title', 'a,b,c\n1,2,3\n4,5,6\n\nCodes\ncode,meaning\n1,one\n', 'a b c | 0 1 3'],
    ['has at least a row', 'a,b,c\n1,2,3\n4,5,6\n\ncode,meaning\n', 'a b c | 0 1 0'],
    ['has at least two columns', 'a,b,c\n1,2,3\n4,5,6\n7,8,9\n\nt\nu\n1\n', 'a b c | 0 1 0'],
    ['has rows as wide as its names', 'a,b,c\n1,2,3\n4,5,6\n7,8,9\n\nk,v\nx\ny\nz\n', 'a b c | 0 1 0'],
    ['has other names', 'a,b,c\n1,2,3\n4,5,6\n\na,b,c\n7,8,9\n', 'a b c | 0 1 0'],
    ['has names, and no values', 'a,b,c\n1,2,3\n4,5,6\n\n7,8,9\n1,2,3\n', 'a b c | 0 1 0'],
    ['has names above values, where it is as wide', 'a,b,c\nx,y,z\np,q,r\n\nk,l,m\ns,t,u\n', 'a b c | 0 1 0'],
    ['may come behind rows that go on', 'a,b,c\n1,2,3\n\n4,5,6\n\nx,y,z\n7,8,9\n', 'a b c | 0 1 2'],
    ['is read where it is larger', 'k,v,w\nx,2024-01-31,5\n\na,b,c\n1,2,3\n4,5,6\n', 'a b c | 3 1 0'],
  ])('%s', (_what, text, expected) => {
    expect(placed(text)).toBe(expected);
  });

  test('is told of', () => {
    expect(recognised('a,b,c\n1,2,3\n4,5,6\n\nx,y,z\n7,8,9\n')?.notes).toEqual([
      'Another table begins in line 5 and is not read: move it into a separate file.',
    ]);
    const larger = 'k,v,w\n1,2,3\n\na,b,c\n4,5,6\n7,8,9\n';
    expect(placed(larger)).toBe('a b c | 3 1 0');
    expect(recognised(larger)?.notes).toEqual([
      'A smaller table comes before line 4 and is not read: move it into a separate file.',
    ]);
    expect(placed(larger, { skipLines: 0 })).toBe('k v w | 0 1 3');
    expect(placed('k,v,w\n1,2,3\n3,4,5\n\na,b,c\n4,5,6\n7,8,9\n')).toBe('k v w | 0 1 3');
  });
});

describe('the tables behind a table', () => {
  const found = (text: string, width = 3) => {
    const sample = sampleOf(text);
    return otherTables(sample, tryDialect(sample, { delimiter: ',', quote: '"', escape: '"' }), 0, width);
  };

  test('have a place, and names where they are larger', () => {
    expect(found('a,b,c\n1,2,3\n4,5,6\n\nx,y,z\n7,8,9\n')).toEqual({ line: 5, lines: 2, largerFrom: null });
    expect(found('a,b,c\n1,2,3\n\nT\nx,y,z\n7,8,9\n1,2,3\n')).toEqual({ line: 4, lines: 4, largerFrom: 5 });
    expect(found('a,b\nx,1\ny,2\n\np,q\nz,3\n', 2)).toEqual({ line: 5, lines: 2, largerFrom: null });
    expect(found('k,v,w\n1,2,3\n\na,b\n4,5\n7,8\n9,1\n')).toEqual({ line: 4, lines: 4, largerFrom: null });
  });

  test('are none without names of their own', () => {
    expect(found('a,b,c\n\nx,y,z\n1,2,3\n')).toBeNull();
    expect(found('a,b\nx,1\ny,2\n\nx,c\nz,3\n', 2)).toBeNull();
    expect(found('a,b,c\n1,2,3\n4,5,6\n\nT\n')).toBeNull();
  });

  test('have names that the first 50 records do not have', () => {
    const names = (rows: number) => `a,b,c\n${lines(rows, '1,2,3')}k,l,m\n\nk,l,m\n7,8,9\n`;
    expect(found(names(48))).toBeNull();
    expect(found(names(49))).toMatchObject({ lines: 2 });
  });
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
    expect(placed('name\nan, na\nb\nc\nd\ne\n')).toBe('an na | 1 1 0');
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
