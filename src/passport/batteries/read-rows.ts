import type { Level } from '../attributes/attribute.js';
import { attributeAt } from '../attributes/attributes.js';
import { readCsvText, type CsvRow } from '../documents/csv-text.js';
import type { FlatValue } from '../documents/kinds/battery-data.js';
import { type DocumentProblem, type Place, placesAt, withPlaces, type ProblemAt } from '../documents/problem.js';

/** A row of a table with one battery in each row, and one attribute in each column. */
export interface BatteryRow {
  /** The cell of the first column that names the battery. */
  readonly battery: string;
  readonly line: number;
  /** The cell of the column with the time; empty if there is none. */
  readonly time: string;
  readonly values: readonly FlatValue[];
}

export interface BatteryRows {
  readonly rows: readonly BatteryRow[];
  readonly problems: readonly DocumentProblem[];
}

export interface RowOptions {
  /** The column that names the battery. */
  readonly battery: string;
  /** The column with the time of measured values. */
  readonly time: string;
  /** Attributes of other levels are refused. */
  readonly levels: readonly Level[];
  /** Why, as the rest of a sentence about a column. */
  readonly whyNotOthers: string;
}

/** Reads a CSV text with one battery in each row. A column that is not known rejects the file: a typing error must not lose data. */
export function readBatteryRows(text: string, options: RowOptions): BatteryRows {
  const { rows, problems: faults } = readCsvText(text);
  if (faults.length > 0) return { rows: [], problems: withPlaces(text, faults) };
  const problems: ProblemAt[] = columnProblems(rows, options);
  const places = placesAt(
    text,
    rows.map(({ offset }) => offset),
  );
  const read = rows.map((row, index) => ({
    battery: row.cells.get(options.battery)?.text.trim() ?? '',
    line: (places[index] as Place).line,
    time: row.cells.get(options.time)?.text ?? '',
    values: valuesOf(row, options),
  }));
  for (const [index, { battery }] of read.entries()) {
    if (battery === '') problems.push({ message: `${options.battery} is empty`, offset: rows[index]?.offset ?? 0 });
  }
  if (rows.length === 0) problems.push({ message: 'the document has no rows', offset: 0 });
  return { rows: problems.length > 0 ? [] : read, problems: withPlaces(text, problems) };
}

function columnProblems(rows: readonly CsvRow[], { battery, time, levels, whyNotOthers }: RowOptions): ProblemAt[] {
  const columns = new Set(rows.flatMap(({ cells }) => [...cells.keys()]));
  const problems: ProblemAt[] = columns.has(battery)
    ? []
    : [{ message: `the column ${battery}, which names the battery, is missing`, offset: 0 }];
  for (const column of columns) {
    if (column === battery || column === time) continue;
    const attribute = attributeOf(column);
    if (attribute === undefined || attribute.computed !== undefined) {
      problems.push({ message: `the column ${column} is not the path of an attribute`, offset: 0 });
    } else if (!levels.includes(attribute.level)) {
      problems.push({ message: `the column ${column} ${whyNotOthers}`, offset: 0 });
    }
  }
  return problems;
}

/** Of `performance.temperature` and of `identification.operator.name`. */
function attributeOf(path: string) {
  return attributeAt(path.split('.').slice(0, 2).join('.'));
}

function valuesOf({ cells, offset }: CsvRow, { battery, time }: RowOptions): FlatValue[] {
  const at = cells.get(time)?.text ?? null;
  return [...cells].flatMap(([path, cell]) => {
    if (path === battery || path === time) return [];
    return [{ path, value: cell.text, at: isTimed(path) ? at : null, spot: { offset } }];
  });
}

/** Whether an attribute is a value with the time of its measurement. */
export function isTimed(path: string): boolean {
  const type = attributeAt(path)?.type;
  return type?.kind === 'record' && 'at' in type.members && 'value' in type.members;
}
