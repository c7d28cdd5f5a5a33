import { describe, expect, test } from 'vitest';
import { readTable } from '../read-table.js';
import { expectTable, type Wanted } from './expect-table.js';

/** Files as programs and people leave them. bench/shapes has thousands of them; here is one of each class. */
const ABC = ['a', 'b', 'c'];
const ROWS = [
  ['1', '2', '3'],
  ['4', '5', '6'],
];

describe('tables that are drawn', () => {
  const people = { columns: ['id', 'name'], rows: [['1', 'anna'], ['2', 'bert jones']] }; // oxfmt-ignore

  test.each<[string, string, string, Wanted]>([
    ['by psql', 'a.txt', ' id |    name\n----+------------\n  1 | anna\n  2 | bert jones\n(2 rows)\n', { ...people, accounting: { skipped: { comment: 1, footer: 1, blank: 0 } } }],
    ['by mysql', 'a.txt', '+----+------------+\n| id | name       |\n+----+------------+\n|  1 | anna       |\n|  2 | bert jones |\n+----+------------+\n', { ...people, accounting: { preamble: 1, skipped: { comment: 2, footer: 0, blank: 0 } } }],
    ['in Markdown', 'a.md', '| id | name |\n|---:|:-----|\n| 1 | anna |\n| 2 | bert jones |\n', { ...people, accounting: { header: 2 } }],
    ['by SAP', 'a.txt', '31.05.2024   List   1\n---------------\n|id|name      |\n---------------\n| 1|anna      |\n| 2|bert jones|\n---------------\n', { ...people, accounting: { preamble: 2 } }],
  ])('%s', (_what, name, content, wanted) => expectTable(content, wanted, name)); // oxfmt-ignore
});

describe('several tables', () => {
  test.each<[string, string, Wanted]>([
    ['as wide', 'a,b,c\n1,2,3\n4,5,6\n\nx,y,z\n7,8,9\n', { columns: ABC, rows: ROWS, accounting: { skipped: { footer: 2, blank: 1, comment: 0 } } }],
    ['narrower, with a title', 'a,b,c\n1,2,3\n4,5,6\n\nCodes\ncode,meaning\n1,one\n', { columns: ABC, rows: ROWS, accounting: { skipped: { footer: 3, blank: 1, comment: 0 } } }],
    ['the larger behind', 'k,v,w\nx,2024-01-31,5\n\na,b,c\n1,2,3\n4,5,6\n', { columns: ABC, rows: ROWS, accounting: { preamble: 3 } }],
  ])('%s: one is read, the other declared', (_what, content, wanted) => expectTable(content, wanted)); // oxfmt-ignore

  test('what is not read is said', async () => {
    const read = await readTable('a,b,c\n1,2,3\n4,5,6\n\nx,y,z\n7,8,9\n');
    expect(read.warnings).toEqual([
      "The file has 2 tables. Table 1 (a, b, c) is read. Not read: table 2 (x, y, z). Choose one by its number with the option 'table'.",
    ]);
  });
});

describe('names', () => {
  test.each<[string, string, Wanted]>([
    ['units of texts', 'who,where\n[text],[town]\nanna,paris\nbert,rome\n', { columns: ['who [text]', 'where [town]'], rows: [['anna', 'paris'], ['bert', 'rome']] }],
    ['letters that mean yes and no', ',G,\nx,y,n\n1,2,3\n4,5,6\n', { columns: ['x', 'G y', 'G n'], rows: ROWS }],
    ['an index without a name above texts', ',who,where\n0,anna,paris\n1,bert,rome\n', { columns: ['column_1', 'who', 'where'], rows: [['0', 'anna', 'paris'], ['1', 'bert', 'rome']] }],
    ['a name twice above texts', 'who,tag,tag,where\nanna,x,y,paris\nbert,y,z,rome\ncarl,z,x,oslo\ndora,x,x,wien\n', { columns: ['who', 'tag', 'tag_2', 'where'], rows: [['anna', 'x', 'y', 'paris'], ['bert', 'y', 'z', 'rome'], ['carl', 'z', 'x', 'oslo'], ['dora', 'x', 'x', 'wien']] }],
    ['again above texts', `who,where\nanna,paris\nwho,where\n${'bert,rome\n'.repeat(5)}`, { columns: ['who', 'where'], rows: [['anna', 'paris'], ...Array.from({ length: 5 }, () => ['bert', 'rome'])], accounting: { header: 2 } }],
    ['of ours', '_cf_row,_CF_x\n1,2\n3,4\n', { columns: ['cf_row', 'cf_x'], rows: [['1', '2'], ['3', '4']] }],
    ['none above a list', 'oak\nelm\nfir\n', { columns: ['column_1'], rows: [['oak'], ['elm'], ['fir']] }],
    ['one above a list of numbers, mostly', 'n\n1\n2\nx\n', { columns: ['n'], rows: [['1'], ['2'], ['x']] }],
    ['one above a list', 'customer_name\nanna\nbert\n', { columns: ['customer_name'], rows: [['anna'], ['bert']] }],
  ])('%s', (_what, content, wanted) => expectTable(content, wanted)); // oxfmt-ignore
});

describe('around the table', () => {
  test.each<[string, string, Wanted]>([
    ['a total without gaps, which is a row', 'who,n,m\nanna,1,2\nbert,3,4\nTotal,4,6\n', { columns: ['who', 'n', 'm'], rows: [['anna', '1', '2'], ['bert', '3', '4'], ['Total', '4', '6']], accounting: { skipped: { footer: 0, blank: 0, comment: 0 } } }],
    ['a firm that is called so', 'who,n,m\nanna,1,2\nTotal SA,3,4\n', { columns: ['who', 'n', 'm'], rows: [['anna', '1', '2'], ['Total SA', '3', '4']] }],
    ['notes behind a line of delimiters', 'a,b,c\n1,2,3\n4,5,6\n,,\n"Source: us, you",,\n', { columns: ABC, rows: ROWS, accounting: { skipped: { footer: 2, blank: 0, comment: 0 } } }],
    ['a title in the first cell, and no names', 'Sales overview,,\n,,\n1,2,3\n4,5,6\n', { columns: ['column_1', 'column_2', 'column_3'], rows: ROWS, accounting: { preamble: 2 } }],
    ['comments as wide as the table', '# made by hand\n# station: Berlin, Mitte\na,b\n1,2\n3,4\n', { columns: ['a', 'b'], rows: [['1', '2'], ['3', '4']], accounting: { preamble: 2 } }],
    ['names in the last comment', '# table of codes\n#code\tname\nAD\tAndorra\nAE\tEmirates\n', { columns: ['code', 'name'], rows: [['AD', 'Andorra'], ['AE', 'Emirates']] }],
    ['a blank line behind every line', 'a,b,c\n\n1,2,3,\n\n4,5,6,\n\n', { columns: ABC, rows: ROWS, accounting: { skipped: { blank: 3, footer: 0, comment: 0 } } }],
    ['a byte order mark in the middle', 'a,b,c\n1,2,3\n\ufeffa,b,c\n\ufeff4,5,6\n', { columns: ABC, rows: ROWS, accounting: { header: 2 } }],
  ])('%s', (_what, content, wanted) => expectTable(content, wanted)); // oxfmt-ignore
});

describe('rows that end early', () => {
  test.each<[string, string, Wanted]>([
    ['as a matter of course', 'a,b,c\n1,2\n3,4,5\n6,7\n8,9\n', { columns: ABC, rows: [['1', '2', null], ['3', '4', '5'], ['6', '7', null], ['8', '9', null]] }],
    ['once', 'a,b,c\n1,2,3\n4,5,6\n7,8,9\n1,2,3\n1,2\n7,8,9\n', { columns: ABC, rows: [...ROWS, ['7', '8', '9'], ['1', '2', '3'], ['7', '8', '9']], faults: ['too_few_fields: 1,2'] }],
    ['in another table', 'a,b,c\n1,2,3\n4,5,6\n\nk,v\nx,1\ny,2\n', { columns: ABC, rows: ROWS, accounting: { skipped: { footer: 3, blank: 1, comment: 0 } } }],
    ['in the middle, as the kinds show', 'n,who,day\n1,anna,2024-01-01\n2,2024-01-02\n3,2024-01-03\n4,2024-01-04\n5,eva,2024-01-05\n6,fay,2024-01-06\n', { columns: ['n', 'who', 'day'], rows: [['1', 'anna', '2024-01-01'], ['5', 'eva', '2024-01-05'], ['6', 'fay', '2024-01-06']], faults: ['too_few_fields: 2,2024-01-02', 'too_few_fields: 3,2024-01-03', 'too_few_fields: 4,2024-01-04'] }],
  ])('%s', (_what, content, wanted) => expectTable(content, wanted)); // oxfmt-ignore
});

describe('marks', () => {
  test.each<[string, string, Wanted]>([
    ['backslashes outside of quotes', 'a,b,c\n1,"x",3\n4,y\\, z,6\n7,w,9\n', { columns: ABC, rows: [['1', 'x', '3'], ['4', 'y, z', '6'], ['7', 'w', '9']] }],
    ['a backslash that escapes nothing', 'a,b,c\n1,C:\\,3\n4,D:\\,6\n', { columns: ABC, rows: [['1', 'C:\\', '3'], ['4', 'D:\\', '6']] }],
    ['a rare delimiter beside commas in texts', 'a~b~c\n1~x, y~3\n4~z, w~6\n', { columns: ABC, rows: [['1', 'x, y', '3'], ['4', 'z, w', '6']], dialect: { delimiter: '~' } }],
    ['blanks, with names as R writes them', '"a" "b"\n"1" 2 3\n"2" 5 6\n"3" 8 9\n', { columns: ['column_1', 'a', 'b'], rows: [['1', '2', '3'], ['2', '5', '6'], ['3', '8', '9']] }],
    ['colons beside decimal commas', 'a:b:c\n1:2,5:3\n4:5,5:6\n', { columns: ABC, rows: [['1', '2,5', '3'], ['4', '5,5', '6']] }],
    ['a blank behind most delimiters, and none before quotes', 'a , b , c\n1 ,"x, y", 3\n4 ,"z, w", 6\n', { columns: ABC, rows: [['1 ', 'x, y', ' 3'], ['4 ', 'z, w', ' 6']] }],
    ['apostrophes, once wrong', `a,b,c\n${"'1','2','3'\n".repeat(8)}'x,'2','3'\n'4','5','6'\n`, { columns: ABC, rows: [...Array.from({ length: 8 }, () => ['1', '2', '3']), ['4', '5', '6']], faults: ["text_after_quote: 'x,'2','3'"] }],
    ['stray quotes that pair up behind a text', 'a,b,c\nx,"ok",1\ny,"bad,2\nz,bad",3\nw,"ok",4\n', { columns: ABC, rows: [['x', 'ok', '1'], ['y', 'bad,2\nz,bad', '3'], ['w', 'ok', '4']] }],
  ])('%s', (_what, content, wanted) => expectTable(content, wanted)); // oxfmt-ignore
});
