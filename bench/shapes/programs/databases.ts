import { PLAIN } from '../shape.js';
import { asIs, cents, header, isoDay, many, row, type Program } from './program.js';

/** Databases, lists and other programs that export. */
export const DATABASES: readonly Program[] = [
  {
    name: 'R (write.table)',
    style: { delimiter: ' ', quoting: 'texts', fileName: 'out.txt' },
    columns: ['column_1', 'Sepal.Length', 'Sepal.Width', 'Species'],
    lines: (random) => [
      asIs('header', '"Sepal.Length" "Sepal.Width" "Species"', ['Sepal.Length', 'Sepal.Width', 'Species']),
      ...many(random, (at) => {
        const cells = [
          String(at + 1),
          cents(random, '.'),
          cents(random, '.'),
          random.pick(['setosa', 'iris virginica']),
        ];
        return asIs('row', `"${cells[0] ?? ''}" ${cells[1] ?? ''} ${cells[2] ?? ''} "${cells[3] ?? ''}"`, cells);
      }),
    ],
  },
  {
    name: 'MySQL (INTO OUTFILE)',
    style: { delimiter: '\t', fileName: 'out.txt' },
    columns: null,
    lines: (random) =>
      many(random, (at) => {
        const note = random.pick(['plain', 'line one\nline two', 'tab\there', 'back\\slash', '\\N']);
        const cells = [String(at + 1), random.pick(['Ann', 'Bob']), at === 1 ? 'line one\nline two' : note];
        const escaped = cells.map((cell) => (cell === '\\N' ? cell : cell.replaceAll(/[\\\t\n]/g, '\\$&')));
        return asIs('row', escaped.join('\t'), cells);
      }),
  },
  {
    name: 'a list of quoted dates',
    style: { fileName: 'dates.csv' },
    columns: ['date'],
    lines: (random) => [
      asIs('header', 'date', ['date']),
      ...many(random, () => {
        const cell = `Dec ${random.between(1, 9)}, 20${random.between(10, 29)}`;
        return asIs('row', `"${cell}"`, [cell]);
      }),
    ],
  },
  {
    name: 'blanks between quoted texts',
    style: { delimiter: ' ', fileName: 'people.txt' },
    columns: ['name', 'age', 'city'],
    lines: (random, style) => [
      header(style, ['name', 'age', 'city']),
      ...many(random, () =>
        row(style, [
          random.pick(['John Smith', 'Ann Lee', 'Bob']),
          String(random.between(18, 80)),
          random.pick(['New York', 'Rome']),
        ]),
      ),
    ],
  },
  {
    name: 'a list of words',
    style: { fileName: 'words.csv' },
    columns: null,
    lines: (random) =>
      many(
        random,
        (at) =>
          asIs(
            'row',
            ...((cells: string[]): [string, string[]] => [cells.join(','), cells])([
              `${random.pick(['oak', 'elm', 'fir'])}${at}@example.org`,
            ]),
          ),
        5,
      ),
  },
  {
    name: 'a list of numbers',
    style: { fileName: 'numbers.csv' },
    columns: null,
    lines: (random) =>
      many(
        random,
        () => {
          const cell = String(random.between(1, 99_999));
          return asIs('row', cell, [cell]);
        },
        5,
      ),
  },
  {
    name: 'a list of numbers below a name',
    style: { fileName: 'numbers.csv' },
    columns: ['customer_id'],
    lines: (random) => [
      asIs('header', 'customer_id', ['customer_id']),
      ...many(
        random,
        () => {
          const cell = String(random.between(1, 99_999));
          return asIs('row', cell, [cell]);
        },
        5,
      ),
    ],
  },
  {
    name: 'SQL Server, results to file',
    style: { mark: true, lineEnd: '\r\n' },
    columns: null,
    lines: (random, style) =>
      many(random, (at) =>
        row(style, [
          String(at),
          random.pick(['Anna', 'Bert', 'NULL']),
          `${isoDay(random)} 00:00:00.000`,
          random.pick(['NULL', '5.00']),
        ]),
      ),
  },
  {
    name: 'Postgres COPY (text)',
    style: { delimiter: '\t', fileName: 'copy.tsv' },
    columns: null,
    lines: (random) =>
      many(
        random,
        (at) => {
          const cells = [
            String(at),
            random.pick(['anna', '\\N', 'tab\\there']),
            isoDay(random),
            random.pick(['\\N', 't', 'f']),
          ];
          return asIs('row', cells.join('\t'), cells);
        },
        6,
      ),
  },
  {
    name: 'backslashes outside of quotes',
    style: { fileName: 'dump.csv' },
    columns: ['id', 'name', 'amount'],
    lines: (random) =>
      [
        asIs('header', 'id,name,amount', ['id', 'name', 'amount']),
        ...many(
          random,
          (at) => {
            const name = at % 4 === 1 ? 'Smith, John' : random.pick(['Anna', 'Bert']);
            return asIs('row', `${at},${name.replace(',', '\\,')},${cents(random, '.')}`, [
              String(at),
              name,
              cents(random, '.'),
            ]);
          },
          8,
        ),
      ].map((line) =>
        line.kind === 'row'
          ? {
              ...line,
              cells: [line.cells?.[0] ?? '', line.cells?.[1] ?? '', line.text.slice(line.text.lastIndexOf(',') + 1)],
            }
          : line,
      ),
  },
  {
    name: 'Jira',
    style: { quoting: 'texts' },
    columns: ['Summary', 'Issue key', 'Status', 'Sprint', 'Sprint_2', 'Description'],
    lines: (random) => [
      asIs('header', 'Summary,Issue key,Status,Sprint,Sprint,Description', [
        'Summary',
        'Issue key',
        'Status',
        'Sprint',
        'Sprint',
        'Description',
      ]),
      ...many(random, (at) => {
        const cells = [
          `Fix "the ${at}" bug, again`,
          `ABC-${at}`,
          random.pick(['Done', 'To Do']),
          'Sprint 1',
          '',
          random.pick(['h1. Title\n\n* one\n* two, three\n\n{code}\na,b,c,d,e,f\n{code}', 'short', '']),
        ];
        return row({ ...PLAIN, quoting: 'needed' }, cells);
      }),
    ],
  },
  {
    name: 'a shop with HTML in texts',
    style: { quoting: 'needed' },
    columns: ['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Variant Price'],
    lines: (random, style) => [
      header(style, ['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Variant Price']),
      ...many(random, (at) =>
        row(style, [
          `item-${at}`,
          `Item ${at}`,
          '<p class="big">Nice, soft; warm</p>\n<ul>\n<li>one</li>\n</ul>',
          'ACME',
          cents(random, '.'),
        ]),
      ),
    ],
  },
];
