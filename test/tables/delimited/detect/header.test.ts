import { describe, expect, test } from 'vitest';
import {
  commonKind,
  findHeader,
  headerVotes,
  isMostlyRowOf,
  isRowOf,
} from '../../../../src/tables/delimited/detect/find-header.js';
import { isValue, looksLikeHeader, readsLikeNames } from '../../../../src/tables/delimited/detect/name-like.js';
import { haveShortRows } from '../../../../src/tables/delimited/detect/place-table.js';
import { BOOL_WORDS, NULL_WORDS } from '../../../../src/contract/words.js';
import { isNullWord, valueKind } from '../../../../src/tables/delimited/detect/value-kind.js';

/** Lines of fields between commas. */
const table = (...lines: string[]): string[][] => lines.map((line) => line.split(','));
const repeated = (count: number, line: string): string[] => Array.from({ length: count }, () => line);

describe('the votes for a header', () => {
  test.each<[string, string, string[], number]>([
    ['one for each name above values', 'a,b', ['1,2', '3,4'], 2],
    ['none for a name above texts', 'a,b', ['x,1', 'y,2'], 1],
    ['one against a text that stands below as well', 'x,y', ['x,z', 'w,z'], -1],
    ['one against a value above values', '5,b', ['1,x', '2,y'], -1],
    ['none where there are no values', 'a,b', [',1', ',2'], 1],
    ['none where there is no name', ',b', ['1,2', '3,4'], 1],
    ['none for a word that stands for no value', 'NA,b', ['1,2', '3,4'], 1],
    ['one for a letter that means yes above numbers', 'y,n', ['1,2', '3,4'], 2],
    ['none for a letter that means yes above its kind', 'y,n', ['n,y', 'n,y'], 0],
    ['none for a year above numbers', '2024,b', ['1,x', '3,y'], 0],
    ['nothing without rows', 'a,b', [], 0],
    ['one against a record that is most of the others', 'x,y', ['x,y', 'x,y', '1,2'], -1],
    ['as many where it is half of the others', 'x,y', ['x,y', '1,2'], 2],
    ['one against texts that repeat more than a fifth', 'x,y', ['x,y', ...repeated(3, 'p,q')], -1],
    ['none where texts repeat a fifth', 'x,y', ['x,y', ...repeated(4, 'p,q')], 0],
  ])('%s', (_what, first, below, votes) => {
    expect(headerVotes(first.split(','), table(...below))).toBe(votes);
  });

  test('the first 50 records and 200 columns count', () => {
    expect(headerVotes(['a'], table(...repeated(50, 'x'), ...repeated(500, '1')))).toBe(0);
    expect(headerVotes(['a'], table(...repeated(40, '1'), ...repeated(10, 'x')))).toBe(1);
    expect(headerVotes(['a'], table(...repeated(39, '1'), ...repeated(11, 'x')))).toBe(0);
    expect(headerVotes(['a'], table(...repeated(10, 'x'), ...repeated(40, '1'), ...repeated(500, 'x')))).toBe(1);
    const wide = Array.from({ length: 210 }, (_, column) => `c${column}x`);
    expect(headerVotes(wide, [wide.map(() => '1')])).toBe(200);
  });

  test('a column is of the kind that four in five of its values have', () => {
    expect(commonKind(['1', '2', '3', '4', 'x'])).toBe('number');
    expect(commonKind(['1', '2', '3', 'x'])).toBe('text');
    expect(commonKind(['1', 'NA', '-', '?'])).toBe('number');
    expect(commonKind(['2024-01-01', '1', '2', '3', '4'])).toBe('number');
    expect(commonKind(['1', '2', '2024-01-01', '2024-01-02'])).toBe('text');
    expect(commonKind([])).toBe('text');
  });
});

describe('the records of a header', () => {
  test.each<[string, string[], number, boolean]>([
    ['one above values', ['a,b', '1,2'], 1, true],
    ['one that only reads like names', ['a,b', 'x,v'], 1, false],
    ['none where it is a row', ['1,2', '3,4'], 0, true],
    ['none where it does not read like names', ['x,x', 'y,z', 'z,y'], 0, false],
    ['two with units', ['a,b', '(kg),(m)', ...repeated(8, '1,2')], 2, true],
    ['two with units of one column', ['a,b', ',(m)', ...repeated(8, 'x,2')], 2, true],
    ['two with units above texts', ['a,b', '[text],[town]', 'x,v', 'z,w'], 2, false],
    ['one where units stand in the rows as well', ['a,b', '(x),(y)', '(z),(w)', '(p),(q)'], 1, false],
    ['two with dashes', ['a,b', '---,---', 'x,v', 'z,w'], 2, false],
    ['one where dashes come again', ['a,b', '---,---', '---,---', 'x,v'], 1, false],
    ['one with dashes that are too short', ['a,b', '-,-', 'x,v', 'z,w'], 1, false],
    ['two lines of names', ['a,b', 'c,d', ...repeated(8, '1,2')], 2, true],
    ['three lines of names', ['a,b', 'c,d', 'e,f', ...repeated(10, '1,2')], 3, true],
    ['one where only one name stands above values', ['a,b', 'c,d', ...repeated(8, 'x,2')], 1, true],
    ['two where a lone word stands above values', ['a,b', ',d', ...repeated(8, '1,2')], 2, true],
    ['two where a lone word stands above one of three values', ['a,b,c', ',d,', ...repeated(8, '1,2,3')], 2, true],
    ['one where a lone word stands above a value and a text', ['a,b', ',d', ...repeated(8, 'x,2')], 1, true],
    ['one where a word for no value stands above values', ['a,b', 'NA,d', ...repeated(8, '1,2')], 1, true],
    ['a line of groups', [',Sales,', 'r,q1,q2', 'k,1,2', 's,3,4'], 2, true],
    ['a line of groups that are years', [',2023,2024', 'r,q1,q2', 'k,1,2', 's,3,4'], 2, true],
    ['no groups that are numbers', [',23,', 'r,q1,q2', 'k,1,2', 's,3,4'], 0, false],
    ['no groups that begin in the first column', ['Sales,,Cost', 'r,q1,Sales', 'k,1,Sales', 's,3,Cost'], 0, true],
    ['no groups of which one is a number', [',23,Sales', 'r,q1,q2', 'k,1,2', 's,3,4'], 0, false],
    ['no groups that are empty', [',,', 'r,q1,q2', 'k,1,2', 's,3,4'], 0, false],
    ['no groups above what is no header', [',Sales,', 'x,v,z', 'x,v,w', 'p,v,z'], 0, false],
    ['one alone', ['a,b'], 1, false],
    ['two alone', ['a,b', 'c,d'], 1, false],
  ])('are %s', (_what, lines, records, isCertain) => {
    expect(findHeader(table(...lines))).toEqual({ records, isCertain });
  });
});

describe('a record is a row of those below', () => {
  const below = table('1,2024-01-01,x', '2,2024-01-02,y');

  test.each([
    ['5,2024-01-03,z', true, true],
    ['5,soon,z', true, false],
    ['a,2024-01-03,z', true, false],
    ['a,soon,z', false, false],
    [',,', false, false],
    ['x,y,1', false, false],
  ])('%s: by one value %s, by most %s', (line, some, most) => {
    expect(isRowOf(line.split(','), below)).toBe(some);
    expect(isMostlyRowOf(line.split(','), below)).toBe(most);
  });

  test('never where they have no values', () => {
    expect(isRowOf(['1'], [['']])).toBe(false);
    expect(isMostlyRowOf(['1'], table('x', 'y'))).toBe(false);
  });
});

describe('names', () => {
  test.each([
    ['a,b', true],
    ['a,a', false],
    ['a,', false],
    ['a, a', false],
    ['a,5', false],
    ['2023,2024', true],
    ['2023,2123', false],
    ['a,2024-01-31', false],
    ['a,10:00', false],
    ['a,x@y.de', false],
    ['yes,no', true],
  ])('%s look like a header: %s', (line, expected) => {
    expect(looksLikeHeader(line.split(','))).toBe(expected);
  });

  test.each<[string, string, string[], boolean]>([
    ['different ones', 'a,b', ['x,y'], true],
    ['an index without one', ',who,where', ['0,x,y', '1,z,w'], true],
    ['an index with one row', ',who,where', ['0,x,y'], false],
    ['an index that is no number', ',who,where', ['0,x,y', 'k,z,w'], false],
    ['an index above names that are values', ',5,where', ['0,x,y', '1,z,w'], false],
    ['four of which two are one', 'a,b,b,c', repeated(4, 'x,y,z,w'), true],
    ['four above three rows', 'a,b,b,c', repeated(3, 'x,y,z,w'), false],
    ['three of which two are one', 'a,b,b', repeated(4, 'x,y,z'), false],
    ['four of which half are different', 'a,a,b,b', repeated(4, 'x,y,z,w'), false],
    ['four with a value', 'a,b,b,5', repeated(4, 'x,y,z,w'), false],
    ['four with a gap', 'a,b,b,', repeated(4, 'x,y,z,w'), false],
    ['a usual one above a list', 'City', ['Paris', 'Rome'], true],
    ['one with an underscore above a list', 'home_town', ['paris', 'rome'], true],
    ['one above nothing', 'oak', [], true],
    ['one above values', 'oak', ['1', 'x'], true],
    ['one above a third of values', 'oak', ['1', 'elm', 'fir'], false],
    ['one written as the others', 'oak', ['elm', 'fir'], false],
    ['one written otherwise', 'Oak', ['elm', 'fir'], true],
    ['one written otherwise than one', 'Oak', ['elm'], false],
    ['one written otherwise than some', 'Oak', ['elm', 'Fir'], false],
    ['a value above a list', '5', ['elm', 'fir'], false],
    ['nothing above a list', '', ['elm', 'fir'], false],
  ])('%s', (_what, first, below, expected) => {
    expect(readsLikeNames(first.split(','), table(...below))).toBe(expected);
  });
});

describe('the kind of a value', () => {
  test.each([
    ['', 'empty'], ['  ', 'empty'], ['yes', 'bool'], ['N', 'bool'], ['yesterday', 'text'], ['a@b.de', 'id'],
    ['https://x.de', 'id'], ['12', 'number'], ['-1.234,56 €', 'number'], ['(12)', 'number'], ['1e5', 'number'],
    ['.5', 'number'], ['12%', 'number'], ['31.12.2024', 'date'], ['2024-01-31T10:00:00', 'date'], ['5 Mar 2024', 'date'],
    ['10:00', 'time'], ['10:00:00.5', 'time'], ['9:30 PM', 'time'], ['10.0.0.1:80', 'id'],
    ['550e8400-e29b-41d4-a716-446655440000', 'id'], ['a1', 'text'], ['x@y2.de', 'id'], ['https://x.de/1', 'id'],
  ])('%j is %s', (text, kind) => {
    expect(valueKind(text)).toBe(kind);
  }); // oxfmt-ignore

  test('numbers but years, dates, times and ids are values', () => {
    expect(['5', '1899', '2100', '2024-01-31', '10:00', 'a@b.de'].every(isValue)).toBe(true);
    expect(['1900', '2099', 'x', 'yes', ''].some(isValue)).toBe(false);
  });

  test('the words for no value are those of the contract, and lines of dashes', () => {
    expect(['null', 'N/A', 'na', '#N/A', '-----', ' nan '].every(isNullWord)).toBe(true);
    expect(NULL_WORDS.filter((word) => word !== '' && !isNullWord(` ${word} `))).toEqual([]);
    expect(['', 'x', 'nano', '0', 'unknown', 'missing'].some(isNullWord)).toBe(false);
  });

  test('the words for true and false are those of the contract, but for letters that are often codes', () => {
    expect(BOOL_WORDS.filter((word) => valueKind(` ${word.toUpperCase()} `) !== 'bool')).toEqual(['t', 'f', 'j']);
  });
});

describe('rows leave out cells at their end', () => {
  test.each<[string, string[], boolean]>([
    ['where three do', ['1,2,3', '1,2', '1,2', '1,2'], true],
    ['not where two do', ['1,2,3', '1,2', '1,2'], false],
    ['not where none is whole', ['1,2', '1,2', '1,2'], false],
    ['not where one is too long', ['1,2,3', '1,2,3,4', '1,2', '1,2', '1,2'], false],
    ['not where one has a single cell', ['1,2,3', '1', '1,2', '1,2', '1,2'], false],
    ['where a fifth does', [...repeated(16, '1,2,3'), ...repeated(4, '1,2')], true],
    ['not where fewer do', [...repeated(17, '1,2,3'), ...repeated(4, '1,2')], false],
    ['not where a cell was left out before', [...repeated(3, '1,x,2024-01-01'), ...repeated(3, '1,2024-01-01')], false],
    ['where another kind is in a cell', [...repeated(3, '1,x,2024-01-01'), ...repeated(3, '1,10:00')], true],
    ['where a text is in the place of a value', [...repeated(3, '1,5,x'), ...repeated(3, '1,y')], true],
  ])('%s', (_what, rows, expected) => {
    expect(haveShortRows(table(...rows), 3)).toBe(expected);
  });
});
