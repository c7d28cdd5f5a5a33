import { type OpenWorkbook, type SheetRow, withWorkbook } from '../../tables/index.js';
import { errorMessage } from '../../platform/index.js';
import { createFindings } from './findings.js';
import { columnName, HEADINGS } from './workbook-cells.js';
import { type FlatValue, flatDataFacts } from './kinds/battery-data.js';
import { concludedAt, type FactParsing, rejected } from './parse-facts.js';
import type { Spot } from './source.js';

/** Reads the facts of a workbook with the data of a battery. */
export async function readWorkbookFacts(content: Uint8Array): Promise<FactParsing> {
  const values: FlatValue[] = [];
  try {
    const file = { name: 'the workbook', path: '', bytes: undefined, content };
    for await (const value of withWorkbook(file, valuesOf)) values.push(value);
  } catch (error) {
    return rejected(errorMessage(error));
  }
  if (values.length === 0) {
    return rejected(
      `no sheet has the headings ${HEADINGS.field} and ${HEADINGS.value}, or the path of a list in its first cell`,
    );
  }
  const findings = createFindings();
  flatDataFacts(values, findings);
  return concludedAt(findings, placeOf);
}

async function* valuesOf(workbook: OpenWorkbook): AsyncGenerator<FlatValue> {
  for (const sheet of workbook.sheets) {
    const rows: SheetRow[] = [];
    for await (const batch of workbook.rows(sheet)) rows.push(...batch);
    yield* attributeRows(sheet.name, rows);
    yield* listRows(sheet.name, rows);
  }
}

/** One attribute, or one member of a record, in each row below the headings. */
function* attributeRows(sheet: string, rows: readonly SheetRow[]): Generator<FlatValue> {
  const head = rows.find((row) => columnOf(row, HEADINGS.field) >= 0 && columnOf(row, HEADINGS.value) >= 0);
  if (head === undefined) return;
  const [field, value, at] = [HEADINGS.field, HEADINGS.value, HEADINGS.at].map((name) => columnOf(head, name)) as [
    number,
    number,
    number,
  ];
  for (const row of rows) {
    const path = textAt(row, field);
    if (row.number <= head.number || path === '') continue;
    yield { path, value: textAt(row, value), at: at < 0 ? '' : textAt(row, at), spot: spotAt(sheet, row, value) };
  }
}

/** The first cell has the path of a list, the second row the names of its members, the third one hints. */
function* listRows(sheet: string, rows: readonly SheetRow[]): Generator<FlatValue> {
  const [top, head] = [rows.find(({ number }) => number === 1), rows.find(({ number }) => number === 2)];
  const path = top === undefined ? '' : textAt(top, 0);
  if (head === undefined || !/^\w+\.\w+$/.test(path)) return;
  const names = Array.from(head.cells, (_, column) => textAt(head, column));
  for (const row of rows.filter(({ number }) => number > 3)) {
    for (const [column, name] of names.entries()) {
      if (name === '') continue;
      const steps = name === HEADINGS.value ? `${path}.${row.number}` : `${path}.${row.number}.${name}`;
      yield { path: steps, value: textAt(row, column), at: '', spot: spotAt(sheet, row, column) };
    }
  }
}

function columnOf({ cells }: SheetRow, title: string): number {
  return cells.findIndex((cell) => cell?.text.trim() === title);
}

function textAt({ cells }: SheetRow, column: number): string {
  return cells[column]?.text.trim() ?? '';
}

function spotAt(sheet: string, { number }: SheetRow, column: number): Spot {
  return { pointer: `${sheet}!${columnName(column)}${number}` };
}

/** Lines and columns of a cell such as `Battery!C12`. */
function placeOf(spot: Spot): { pointer: string; line: number; column: number } {
  const pointer = 'pointer' in spot ? spot.pointer : '';
  const [, letters = 'A', digits = '1'] = /!([A-Z]+)(\d+)$/.exec(pointer) ?? [];
  const column = [...letters].reduce((total, letter) => total * 26 + (letter.codePointAt(0) ?? 65) - 64, 0);
  return { pointer, line: Number(digits), column };
}
