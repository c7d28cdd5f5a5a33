import { CasparianError, hint } from '../../../platform/index.js';
import type { FormatOptions } from '../../format.js';
import type { OtherTable } from '../dialect.js';
import type { Reading } from './dialect-trial.js';
import type { FoundTable } from './find-tables.js';
import { fieldCount, type SampleRecord } from './split-records.js';

/** A table of a text or of a sheet. */
export interface Listed {
  readonly columns: readonly string[];
  /** Its rows, or their number. */
  readonly rows: number | readonly unknown[];
}

function rowsOf({ rows }: Listed): number {
  return typeof rows === 'number' ? rows : rows.length;
}

/** The table that the user asked for; otherwise the one with most rows. Null if there is only one. */
export function chooseTable<Table extends Listed>(
  tables: readonly Table[],
  isCut: boolean,
  { table: wanted, skipLines }: Pick<FormatOptions, 'table' | 'skipLines'>,
): Table | null {
  if (wanted !== undefined && wanted > Math.max(1, tables.length)) throw noSuchTable(wanted, tables);
  if (wanted !== undefined) return tables[wanted - 1] ?? null;
  // Where lines are skipped, the table after them is wanted.
  if (skipLines !== undefined) return tables[0] ?? null;
  // The last table of a sample continues after it.
  const size = (table: Table): number => (isCut && table === tables.at(-1) ? Infinity : rowsOf(table));
  return tables.reduce<Table | null>((best, one) => (best === null || size(one) > size(best) ? one : best), null);
}

function noSuchTable(wanted: number, tables: readonly Listed[]): CasparianError {
  const count = Math.max(1, tables.length);
  return new CasparianError('OPTION_INVALID', `Table ${wanted} does not exist: the file has ${count}`, {
    why: tables.length === 0 ? undefined : tables.map((table, at) => `Table ${at + 1}: ${listed(table)}.`).join(' '),
    next: [count === 1 ? hint('Leave out {}', { options: { table: true } }) : `Choose a table from 1 to ${count}.`],
  });
}

/** The records of one table. */
export function tableReading(reading: Reading, { begin, end, width }: FoundTable): Reading {
  const records = reading.records.slice(begin, end);
  const fitting = records.filter((record) => fieldCount(record) === width).length;
  return { ...reading, records, width, explained: fitting / records.length };
}

/** The lines of the tables that are not read, from their titles to the beginning of the next. */
export function otherTablesOf(
  tables: readonly FoundTable[],
  chosen: FoundTable,
  records: readonly SampleRecord[],
): OtherTable[] {
  return tables
    .filter((table) => table !== chosen)
    .map(({ begin, end, columns, rows }) => ({
      firstLine: records[begin]?.line ?? 1,
      lastLine: (records[end]?.line ?? Infinity) - 1,
      columns,
      rows,
    }));
}

/** Which tables the file has, in sentences. */
export function otherTableNotes(tables: readonly Listed[], chosen: Listed | null): string[] {
  if (chosen === null) return [];
  const others = tables.flatMap((table, at) => {
    return table === chosen ? [] : [`table ${at + 1} (${listed(table)})`];
  });
  const [own, count] = [tables.indexOf(chosen) + 1, tables.length];
  return [
    `The file has ${count} tables. Table ${own} (${listed(chosen)}) is read. Not read: ${others.join('; ')}. Choose one by its number with the option 'table'.`,
  ];
}

const NAMES_LISTED = 5;

function listed({ columns }: Listed): string {
  const shown = columns.slice(0, NAMES_LISTED).join(', ');
  return columns.length > NAMES_LISTED ? `${shown} …` : shown;
}
