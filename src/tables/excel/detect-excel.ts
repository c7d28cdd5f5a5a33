import type { DetectionFacts, FileFacts, FormatOptions, HeaderPlace } from '../format.js';
import { chooseTable, otherTableNotes } from '../delimited/detect/choose-table.js';
import type { OtherTable } from '../delimited/dialect.js';
import type { RowShape } from '../delimited/detect/find-footer.js';
import { notATable } from '../table/not-a-table.js';
import type { InputFile } from '../source/input-file.js';
import { noSuchSheet } from './failures.js';
import { type OpenWorkbook, type Sheet, withWorkbook } from './open-workbook.js';
import { findSheetTables, type SheetBlock } from './find-sheet-tables.js';
import { placeHeader } from './place-header.js';
import type { SheetRow } from './sheet-rows.js';

export interface ExcelFormat extends SheetTable, FileFacts, DetectionFacts {
  readonly kind: 'excel';
}

/** The table of a sheet. Its lines are the rows of the sheet. */
export interface SheetTable {
  readonly sheet: string;
  readonly header: HeaderPlace;
  /** The first column of the table; A is 0. */
  readonly firstColumn: number;
  /** What the first rows have in common. */
  readonly shape: RowShape;
  /** The number of rows after the table, if the user gave it. */
  readonly footerLines?: number | undefined;
  /** The last row of this table; undefined if it ends with the sheet. */
  readonly endLine?: number | undefined;
  /** The other tables of the sheet, which are not read. */
  readonly otherTables?: readonly OtherTable[];
  /** Why the header is uncertain. */
  readonly headerReason?: string | undefined;
}

/** The number of rows that are searched for the header. */
const SAMPLE_ROWS = 200;
/** The number of rows in which other tables are searched for. */
const TABLES_WITHIN_ROWS = 2_000;

/** Chooses the sheet of a workbook and finds its table. */
export async function detectExcel(file: InputFile, options: FormatOptions = {}): Promise<ExcelFormat> {
  const formats = withWorkbook(file, async function* (workbook) {
    yield await describe(file, workbook, options);
  });
  for await (const format of formats) return format;
  throw new Error('a workbook was not described');
}

async function describe(file: InputFile, workbook: OpenWorkbook, options: FormatOptions): Promise<ExcelFormat> {
  const { sheet, rows } = await chooseSheet(file, workbook, options.sheet);
  const tables = options.skipLines === undefined ? findSheetTables(rows) : [];
  const chosen = chooseTable(tables, rows.length >= TABLES_WITHIN_ROWS, options);
  const { header, firstColumn, shape, isCertain, headerProblem, notes } = placeHeader(
    (chosen?.rows ?? rows).slice(0, SAMPLE_ROWS),
    await workbook.mergedCells(sheet),
    options,
  );
  const others = otherTableNotes(tables, chosen);
  return {
    kind: 'excel',
    compression: 'none',
    sheet: sheet.name,
    header,
    firstColumn,
    shape,
    footerLines: options.footerLines,
    ...placeAmong(tables, chosen),
    headerReason: headerProblem ?? undefined,
    warnings: [
      ...(headerProblem === null ? [] : [`The column names are uncertain: ${headerProblem}.`]),
      ...(options.table === undefined ? others : []),
    ],
    confidence: isCertain ? 'certain' : 'likely',
    notes: [...sheetNotes(workbook.sheets, sheet), ...notes, ...(options.table === undefined ? [] : others)],
  };
}

/** Where the table ends, and which rows belong to the other tables. */
function placeAmong(
  tables: readonly SheetBlock[],
  chosen: SheetBlock | null,
): Pick<SheetTable, 'endLine' | 'otherTables'> {
  if (chosen === null) return {};
  const lastOf = (block: SheetBlock): number => block.rows.at(-1)?.number ?? 0;
  const isLast = chosen === tables.at(-1);
  return {
    endLine: isLast ? undefined : lastOf(chosen),
    otherTables: tables
      .filter((table) => table !== chosen)
      .map((table) => ({
        firstLine: table.rows[0]?.number ?? 1,
        lastLine: table === tables.at(-1) ? Number.MAX_SAFE_INTEGER : lastOf(table),
        columns: table.columns,
        rows: table.rows.length - 1,
      })),
  };
}

interface ChosenSheet {
  readonly sheet: Sheet;
  readonly rows: readonly SheetRow[];
}

/** The requested sheet; otherwise the first with a table, or the first with any value. */
async function chooseSheet(file: InputFile, workbook: OpenWorkbook, wanted: string | undefined): Promise<ChosenSheet> {
  if (wanted !== undefined) {
    const sheet = sheetNamed(workbook.sheets, wanted);
    if (sheet === undefined)
      throw noSuchSheet(
        file.name,
        wanted,
        workbook.sheets.map(({ name }) => name),
      );
    const rows = await firstRows(workbook, sheet);
    if (rows.length === 0) throw notATable(file.name, `Its sheet '${sheet.name}' is empty.`);
    return { sheet, rows };
  }
  const inOrder = [...workbook.sheets].sort((a, b) => Number(a.isHidden) - Number(b.isHidden));
  let something: ChosenSheet | null = null;
  for (const sheet of inOrder) {
    const rows = await firstRows(workbook, sheet);
    if (isTable(rows)) return { sheet, rows };
    if (rows.length > 0) something ??= { sheet, rows };
  }
  if (something === null) throw notATable(file.name, 'None of its sheets has a cell with a value.');
  return something;
}

export function sheetNamed(sheets: readonly Sheet[], wanted: string): Sheet | undefined {
  const exact = sheets.find(({ name }) => name === wanted);
  return exact ?? sheets.find(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase());
}

/** Two rows with two values each; fewer may be a title page. */
function isTable(rows: readonly SheetRow[]): boolean {
  return rows.filter(({ cells }) => cells.filter((cell) => cell != null).length > 1).length > 1;
}

async function firstRows(workbook: OpenWorkbook, sheet: Sheet): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const some of workbook.rows(sheet)) {
    rows.push(...some.slice(0, TABLES_WITHIN_ROWS - rows.length));
    if (rows.length >= TABLES_WITHIN_ROWS) break;
  }
  return rows;
}

function sheetNotes(sheets: readonly Sheet[], chosen: Sheet): string[] {
  if (sheets.length === 1) return [];
  const others = sheets
    .filter((sheet) => sheet !== chosen)
    .map(({ name, isHidden }) => `'${name}'${isHidden ? ' (hidden)' : ''}`);
  const hidden = chosen.isHidden ? ', which is hidden,' : '';
  return [`Its sheet '${chosen.name}'${hidden} is read; the others are ${others.join(', ')}.`];
}
