import { asIs, blank, cents, comment, footer, isoDay, many, preamble, two, type Program } from './program.js';

/** Tables that programs draw for people. */
export const DRAWN: readonly Program[] = [
  {
    name: 'SAP, a list',
    style: { delimiter: '|', fileName: 'export.txt' },
    columns: ['Material', 'Kurztext', 'Werk', 'Bestand', 'ME'],
    lines: (random) => {
      const line = (cells: readonly string[]): string =>
        `|${cells.map((cell, at) => (at === 3 ? cell.padStart(10) : cell.padEnd(12))).join('|')}|`;
      const rule = '-'.repeat(64);
      const names = ['Material', 'Kurztext', 'Werk', 'Bestand', 'ME'];
      return [
        preamble('31.05.2024                 Dynamische Listenausgabe                 1'),
        preamble(rule),
        asIs('header', line(names), names),
        { kind: 'comment', text: rule },
        ...many(random, (at) => {
          const cells = [
            `10000${at + 10}`,
            random.pick(['Schraube M8', 'Mutter', 'Blech 2mm']),
            '1000',
            `${random.between(1, 9)}.${random.between(100, 999)},000`,
            'ST',
          ];
          return asIs('row', line(cells), cells);
        }),
        footer(rule),
      ];
    },
  },
  {
    name: 'psql',
    style: { delimiter: '|', fileName: 'out.txt' },
    columns: ['id', 'name', 'created'],
    lines: (random) => {
      const line = (cells: readonly string[]): string =>
        ` ${[cells[0]?.padStart(3), cells[1]?.padEnd(10), cells[2]?.padEnd(10)].join(' | ')}`;
      const rows = many(random, (at) => {
        const cells = [String(at), random.pick(['anna', 'bert', 'carla maria']), isoDay(random)];
        return asIs('row', line(cells), cells);
      });
      return [
        asIs('header', line(['id', 'name', 'created']), ['id', 'name', 'created']),
        comment('-----+------------+------------'),
        ...rows,
        footer(`(${rows.length} rows)`),
        blank,
      ];
    },
  },
  {
    name: 'mysql',
    style: { delimiter: '|', fileName: 'out.txt' },
    columns: ['id', 'name', 'created'],
    lines: (random) => {
      const line = (cells: readonly string[]): string =>
        `| ${[cells[0]?.padStart(3), cells[1]?.padEnd(11), cells[2]?.padEnd(10)].join(' | ')} |`;
      const rule = '+-----+-------------+------------+';
      const rows = many(random, (at) => {
        const cells = [String(at), random.pick(['anna', 'bert', 'carla maria']), isoDay(random)];
        return asIs('row', line(cells), cells);
      });
      return [
        preamble(rule),
        asIs('header', line(['id', 'name', 'created']), ['id', 'name', 'created']),
        comment(rule),
        ...rows,
        footer(rule),
        footer(`${rows.length} rows in set (0.00 sec)`),
      ];
    },
  },
  {
    name: 'a Markdown table',
    style: { delimiter: '|', fileName: 'table.md' },
    columns: ['Name', 'Price', 'Since'],
    lines: (random) => {
      const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
      return [
        asIs('header', line(['Name', 'Price', 'Since']), ['Name', 'Price', 'Since']),
        comment('|------|------:|:-----:|'),
        ...many(random, () => {
          const cells = [random.pick(['Oak table', 'Lamp', 'Chair, red']), cents(random, '.'), isoDay(random)];
          return asIs('row', line(cells), cells);
        }),
      ];
    },
  },
  {
    name: 'SQL*Plus',
    style: { delimiter: 'fixed', fileName: 'spool.lst' },
    columns: ['EMPNO', 'ENAME', 'HIREDATE', 'SAL'],
    lines: (random) => {
      const line = (cells: readonly string[]): string =>
        `${cells[0]?.padStart(10)} ${cells[1]?.padEnd(10)} ${cells[2]?.padEnd(9)} ${cells[3]?.padStart(10)}`;
      const names = ['EMPNO', 'ENAME', 'HIREDATE', 'SAL'];
      const rows = many(
        random,
        (at) => {
          const cells = [
            String(7_000 + at),
            random.pick(['SMITH', 'ALLEN', 'VAN DYKE']),
            `${two(random.between(1, 28))}-DEC-80`,
            String(random.between(800, 5_000)),
          ];
          return asIs('row', line(cells), cells);
        },
        6,
      );
      return [
        blank,
        asIs('header', line(names), names),
        asIs('header', '---------- ---------- --------- ----------', []),
        ...rows,
        blank,
        footer(`${rows.length} rows selected.`),
        blank,
      ];
    },
  },
  {
    name: 'ls -l like columns',
    style: { delimiter: 'fixed', fileName: 'files.txt' },
    columns: ['FILE', 'SIZE', 'MODIFIED'],
    lines: (random) => {
      const line = (cells: readonly string[]): string =>
        `${cells[0]?.padEnd(14)}${cells[1]?.padStart(8)}  ${cells[2] ?? ''}`;
      const names = ['FILE', 'SIZE', 'MODIFIED'];
      return [
        asIs('header', line(names), names),
        ...many(
          random,
          (at) => {
            const cells = [`report${at}.txt`, String(random.below(99_999)), isoDay(random)];
            return asIs('row', line(cells), cells);
          },
          6,
        ),
      ];
    },
  },
];
