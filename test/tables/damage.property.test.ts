// Random tables, written in random dialects and damaged in one place: no row is lost, none is invented, and all other
// cells are unchanged.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTable } from './read-table.js';

interface Table {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly quoteAll: boolean;
}

/** Columns of one kind each, so that the table is recognisable; texts contain delimiters, quotes and line breaks. */
const CELLS = {
  number: fc.integer({ min: 0, max: 99_999 }).map(String),
  date: fc.integer({ min: 1, max: 28 }).map((day) => `2024-05-${String(day).padStart(2, '0')}`),
  word: fc.constantFrom('red', 'green', 'blue', 'oak', 'steel', 'lamp'),
  text: fc.constantFrom('plain text', 'one, two', 'say "hi"', 'first\nsecond', 'a;b', '1,2\n3,4', 'x | y'),
} as const;
const NAMES = ['id', 'day', 'colour', 'note', 'amount', 'place', 'unit'];

const TABLES: fc.Arbitrary<Table> = fc
  .array(fc.constantFrom(...(['date', 'word', 'text', 'number'] as const)), { minLength: 2, maxLength: 6 })
  .chain((kinds) =>
    fc.record({
      names: fc.constant(NAMES.slice(0, kinds.length + 1)),
      rows: fc.array(fc.tuple(CELLS.number, ...kinds.map((kind) => CELLS[kind])), { minLength: 8, maxLength: 25 }),
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      quoteAll: fc.boolean(),
    }),
  );

const field = ({ delimiter, quoteAll }: Table, cell: string): string =>
  quoteAll || cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
const record = (table: Table, cells: readonly string[]): string =>
  cells.map((cell) => field(table, cell)).join(table.delimiter);
const recordsOf = (table: Table): string[] => [table.names, ...table.rows].map((cells) => record(table, cells));
const normal = (cell: unknown): string => (typeof cell === 'string' ? cell : '');

async function readRecords(table: Table, records: readonly string[]) {
  const read = await readTable(records.map((one) => one + table.lineEnd).join(''));
  const faulty = new Set(read.faults.map(({ row }) => row));
  const valid = read.rows.filter((_, row) => !faulty.has(row)).map((cells) => cells.map(normal));
  return { ...read, valid };
}

const at = (list: readonly unknown[], place: number): number => 1 + (place % Math.max(1, list.length - 3)) + 1;
const RUNS = { numRuns: 50 };

describe('a table in any dialect', () => {
  test('is read unchanged, with every line accounted for', async () => {
    await fc.assert(
      fc.asyncProperty(TABLES, async (table) => {
        const { valid, columns, faults, skipped } = await readRecords(table, recordsOf(table));
        expect(columns).toEqual(table.names);
        expect(valid).toEqual(table.rows);
        expect([faults, skipped.map(({ kind }) => kind)]).toEqual([[], ['header']]);
      }),
      RUNS,
    );
  });

  /** Damages one record; the others must be read unchanged. */
  const damaged = (damage: (text: string, table: Table, cells: readonly string[]) => string) =>
    fc.assert(
      fc.asyncProperty(TABLES, fc.nat(), async (table, place) => {
        const records = recordsOf(table);
        const which = at(records, place);
        const before = records[which] ?? '';
        records[which] = damage(before, table, table.rows[which - 1] ?? []);
        if (records[which] === before) return;
        const { valid, faults } = await readRecords(table, records);
        const others = table.rows.filter((_, row) => row !== which - 1);
        expect(faults.map(({ raw }) => raw)).toEqual([records[which]]);
        expect(valid).toEqual(others);
      }),
      RUNS,
    );

  test('loses only the row with an extra delimiter', () =>
    damaged((text, { delimiter }) => `${text}${delimiter}more${delimiter}more`));

  test('loses only the row that lacks its last field', () =>
    damaged((_, table, cells) => record(table, cells.slice(0, -1))));

  test('loses only the row with text after a quote', () =>
    damaged((text) => (/^"/.test(text) ? text.replace(/^"(\d+)"/, '"$1"x') : text)));

  test('keeps all rows when the header has lost a delimiter', async () => {
    await fc.assert(
      fc.asyncProperty(TABLES, async (table) => {
        const [header = '', ...records] = recordsOf(table);
        const { valid, columns, warnings } = await readRecords(table, [
          header.replace(table.quoteAll ? `"${table.delimiter}"` : table.delimiter, ''),
          ...records,
        ]);
        expect(valid).toEqual(table.rows);
        expect(columns).toEqual(table.names.map((_, column) => `column_${column + 1}`));
        expect(warnings).toEqual([expect.stringContaining('The column names are uncertain')]);
      }),
      RUNS,
    );
  });

  test('is apart from lines of delimiters, comments and titles, which are kept', async () => {
    await fc.assert(
      fc.asyncProperty(TABLES, fc.nat(), async (table, place) => {
        const records = recordsOf(table);
        const empty = table.delimiter.repeat(table.names.length - 1);
        const which = at(records, place);
        const lines = ['Report of May', ...records.slice(0, which), empty, ...records.slice(which)];
        const { valid, skipped } = await readRecords(table, lines);
        expect(valid).toEqual(table.rows);
        const kept = skipped.map(({ kind, text }) => [kind, text]);
        expect(kept).toEqual([
          ['preamble', 'Report of May'],
          ['header', records[0]],
          // Tabs are white space, and such a line is blank.
          ...(table.delimiter === '\t' ? [] : [['empty', empty]]),
        ]);
      }),
      RUNS,
    );
  });

  test('is apart from another table behind it', async () => {
    const other = ['code', 'meaning of the code', 'x', 'y', 'z', 'u', 'v', 'w', 'q'];
    await fc.assert(
      fc.asyncProperty(TABLES, fc.boolean(), async (table, hasGap) => {
        const width = table.names.length === 9 ? 3 : 9;
        const lines = [other, other.map((_, column) => `A${column}`), other.map((_, column) => `B${column}`)];
        const text = [
          ...recordsOf(table),
          ...(hasGap ? [''] : []),
          ...lines.map((cells) => record(table, cells.slice(0, width))),
        ];
        const { valid, skipped, warnings } = await readRecords(table, text);
        expect(valid).toEqual(table.rows);
        expect(skipped.filter(({ kind }) => kind === 'other_table')).toHaveLength(3);
        expect(warnings).toEqual([expect.stringContaining('The file has 2 tables.')]);
      }),
      RUNS,
    );
  });
});
