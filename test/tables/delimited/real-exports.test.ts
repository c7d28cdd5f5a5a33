import { describe, test } from 'vitest';
import { expectTable, type Wanted } from './expect-table.js';

/** Files as programs write them, each of which was once read wrongly. */
const PAIRS = { columns: ['id', 'name'], rows: [['1', 'anna'], ['2', 'bert']] }; // oxfmt-ignore

describe('tables of columns one below the other', () => {
  const spool = 'ID  NAME      TOTAL\n--- ------ --------\n';
  const rows = ['  1 anna   1,234.50\n', '  2 bert      98.00\n', '  3 carla  5,000.10\n'];
  const wanted: Wanted = {
    columns: ['ID', 'NAME', 'TOTAL'],
    rows: [['1', 'anna', '1,234.50'], ['2', 'bert', '98.00'], ['3', 'carla', '5,000.10']],
  }; // oxfmt-ignore

  test.each<[string, string, Wanted]>([
    ['commas within numbers separate nothing', `${spool}${rows.join('')}`, wanted],
    ['what SQL*Plus says behind the rows is no row', `\nSQL> select;\n\n${spool}${rows.join('')}\n3 rows selected.\n\nSQL> spool off\n`, { ...wanted, accounting: { preamble: 3, skipped: { blank: 1, comment: 0, footer: 3 } } }],
    ['the names stand again on each page', `${spool}${rows[0]}\n${spool}${rows[1]}${rows[2]}`, { ...wanted, accounting: { header: 4, skipped: { blank: 1, comment: 0, footer: 0 } } }],
    ['a total below a rule is no row', `${spool}${rows.join('')}           --------\nTotal      6,332.60\n`, { ...wanted, accounting: { skipped: { blank: 0, comment: 0, footer: 2 } } }],
    ['a last row that has no number stays one', `${spool}${rows.join('')}  4 dora\n`, { ...wanted, rows: [...wanted.rows, ['4', 'dora', null]] }],
    ['a title may stand where columns do', `Cost list\nmade 2024-01-31\n\nID  NAME      TOTAL\n${rows.join('').repeat(9)}`, { ...wanted, rows: Array.from({ length: 9 }, () => wanted.rows).flat(), accounting: { preamble: 3 } }],
    ['names need not stand above their values', '# x  y  err\n   0   63.2918  0.86131\n   1    3.1000  0.20000\n   2   12.5000  0.30000\n  10   11.0000  0.10000\n', { columns: ['x', 'y', 'err'], rows: [['0', '63.2918', '0.86131'], ['1', '3.1000', '0.20000'], ['2', '12.5000', '0.30000'], ['10', '11.0000', '0.10000']] }],
  ])('%s', (_what, content, expected) => expectTable(content, expected, 'report.txt')); // oxfmt-ignore
});

describe('names', () => {
  test.each<[string, string, Wanted]>([
    ['dashes that sqlcmd draws below them', 'id,name\n--,----\n1,anna\n2,bert\n', { ...PAIRS, accounting: { header: 2 } }],
    ['behind a gap of delimiters and names with values', 'Device,DL-100,,\nSerial,00123,,\nStart,2024-03-01,10:00,\n,,,\nNo,Time,A,B\n1,10:00:00,1.5,2.5\n2,10:10:00,1.6,2.4\n3,10:20:00,1.7,2.3\n4,10:30:00,1.8,2.2\n', { columns: ['No', 'Time', 'A', 'B'], rows: [['1', '10:00:00', '1.5', '2.5'], ['2', '10:10:00', '1.6', '2.4'], ['3', '10:20:00', '1.7', '2.3'], ['4', '10:30:00', '1.8', '2.2']], accounting: { preamble: 4, header: 1 } }],
    ['above a row that has one word only', 'a,b,c\n,pending,\n1,2,x\n3,4,y\n', { columns: ['a', 'b', 'c'], rows: [[null, 'pending', null], ['1', '2', 'x'], ['3', '4', 'y']] }],
    ['above one unit', 'day;people\n;number\n2020-01-01;5\n2021-01-01;6\n', { columns: ['day', 'people number'], rows: [['2020-01-01', '5'], ['2021-01-01', '6']], accounting: { header: 2 } }],
    ['in the comment of a web server', '#Version: 1.0\n#Fields: date cs-uri status\n2024-01-31 /a 200\n2024-01-31 /b 404\n2024-02-01 /c 200\n', { columns: ['date', 'cs-uri', 'status'], rows: [['2024-01-31', '/a', '200'], ['2024-01-31', '/b', '404'], ['2024-02-01', '/c', '200']], accounting: { preamble: 1, header: 1 } }],
    ['in the comment of a network monitor', '#path\tconn\n#fields\tts\tproto\tn\n#types\ttime\tenum\tcount\n1.5\ttcp\t7\n2.5\tudp\t8\n#close\tnow\n', { columns: ['ts', 'proto', 'n'], rows: [['1.5', 'tcp', '7'], ['2.5', 'udp', '8']], accounting: { preamble: 1, header: 1, skipped: { comment: 2, blank: 0, footer: 0 } } }],
  ])('%s', (_what, content, wanted) => expectTable(content, wanted)); // oxfmt-ignore
});

describe('delimiters', () => {
  const places = [['Kraków, TX', 'red ; blue', '81'], ['Berlin, AL', 'tea ; milk', '96'], ['Wien, TX', 'oak ; elm', '57']]; // oxfmt-ignore

  test.each(['\t', '|'])('%j, with commas and semicolons in all fields', (delimiter) =>
    expectTable(
      [['place', 'what', 'n'], ...places].map((row) => `${row.join(delimiter)}\n`).join(''),
      { columns: ['place', 'what', 'n'], rows: places },
      'places.txt',
    ),
  );

  test('the one that the names have, where every row has as many of another', () => {
    const rows = Array.from({ length: 30 }, (_, row) => [`x,y,${row}`, 'z']);
    return expectTable(`a;b\n${rows.map((row) => `${row.join(';')}\n`).join('')}`, { columns: ['a', 'b'], rows });
  });

  test('blanks, with quotes around fields that have others', () =>
    expectTable(
      '1.2.3.4 "GET / HTTP" 200 "X (A; B)"\n1.2.3.5 "GET /a HTTP" 404 "X (A; B)"\n1.2.3.6 "GET /b HTTP" 200 "X (A; B)"\n',
      {
        columns: ['column_1', 'column_2', 'column_3', 'column_4'],
        rows: [
          ['1.2.3.4', 'GET / HTTP', '200', 'X (A; B)'],
          ['1.2.3.5', 'GET /a HTTP', '404', 'X (A; B)'],
          ['1.2.3.6', 'GET /b HTTP', '200', 'X (A; B)'],
        ],
      },
      'access.log',
    ));

  test('a small table below a longer title, in a file that promises none', () =>
    expectTable(
      'Instrument: K 2400\nOperator: J. Doe\nSample: A-17\n[Data]\nTime\tU\tI\n0.0\t1.5\t2\n0.1\t1.6\t3\n0.2\t1.7\t4\n',
      { columns: ['Time', 'U', 'I'], rows: [['0.0', '1.5', '2'], ['0.1', '1.6', '3'], ['0.2', '1.7', '4']] }, // oxfmt-ignore
      'run.txt',
    ));
});

test('a first row without names that lacks a field is a fault, and no title', () =>
  expectTable('oak,2024-01-31,5\nelm,1,2024-01-31,6\nfir,2,2024-01-31,7\nash,3,2024-01-31,8\n', {
    columns: ['column_1', 'column_2', 'column_3', 'column_4'],
    rows: [['elm', '1', '2024-01-31', '6'], ['fir', '2', '2024-01-31', '7'], ['ash', '3', '2024-01-31', '8']],
    faults: ['too_few_fields: oak,2024-01-31,5'],
  })); // oxfmt-ignore

describe('the end', () => {
  test.each<[string, string, Wanted]>([
    ['a row with another delimiter is a fault and no remark', 'id,name,n\n1,anna,2\n2,bert,3\n3;carla b;4\n', { columns: ['id', 'name', 'n'], rows: [['1', 'anna', '2'], ['2', 'bert', '3']], faults: ['too_few_fields: 3;carla b;4'] }],
    ['a total in the second column, in any script', 'id,name,n\n1,anna,2\n2,bert,3\n,合計,5\n', { columns: ['id', 'name', 'n'], rows: [['1', 'anna', '2'], ['2', 'bert', '3']], accounting: { skipped: { footer: 1, blank: 0, comment: 0 } } }],
    ['rows without names that end early', '1,2024-01-31,a,x\n2,2024-01-31,b\n3,2024-01-31,c,y\n4,2024-01-31\n5,2024-01-31,e\n', { columns: ['column_1', 'column_2', 'column_3', 'column_4'], rows: [['1', '2024-01-31', 'a', 'x'], ['2', '2024-01-31', 'b', null], ['3', '2024-01-31', 'c', 'y'], ['4', '2024-01-31', null, null], ['5', '2024-01-31', 'e', null]] }],
  ])('%s', (_what, content, wanted) => expectTable(content, wanted)); // oxfmt-ignore

  test('the last lines of a long quoted text are none of the remarks behind a table', () => {
    const text = Array.from({ length: 1_100 }, (_, at) => `line ${at}`).join('\n');
    return expectTable(`id,text\n1,"${text}"\n2,"${text}"\n`, { columns: ['id', 'text'], rows: [['1', text], ['2', text]] }); // oxfmt-ignore
  });
});
