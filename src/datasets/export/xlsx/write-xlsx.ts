import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { CasparianError } from '../../../platform/index.js';
import { distinctNames, type RowBatch, type RowStream } from '../../values/rows.js';
import { cellOf, textCell } from './cells.js';
import { contentTypes, OPENING, ROOT_RELATIONS, STYLE, STYLES, workbook, workbookRelations } from './parts.js';

/** Limits of the format. */
const MAX_COLUMNS = 16_384;
export const MAX_ROWS = 1_048_576;

/** Rows as a workbook. Rows that do not fit on a sheet are on further sheets with the same header. Returns how many rows. */
export async function writeXlsx(file: string, table: string, rows: RowStream, maxRows = MAX_ROWS): Promise<number> {
  if (rows.names.length > MAX_COLUMNS) throw tooManyColumns(rows.names.length);
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(file, { flags: 'wx' }));
  const source = createRowSource(rows);
  const writeSheets = async (): Promise<void> => {
    let sheets = 0;
    do {
      const sheet = Readable.from(sheetText(rows, source, maxRows - 1));
      zip.addReadStream(sheet, `xl/worksheets/sheet${++sheets}.xml`);
      await finished(sheet);
    } while (await source.hasMore());
    addParts(zip, table, sheets);
    zip.end();
  };
  try {
    // The first failure ends both: the stream of the archive does not end by itself.
    await Promise.all([written, writeSheets()]);
  } catch (error) {
    (zip.outputStream as Readable).destroy();
    await written.catch(() => undefined);
    throw error;
  }
  return source.given;
}

function addParts(zip: ZipFile, table: string, sheets: number): void {
  const parts = {
    '[Content_Types].xml': contentTypes(sheets),
    '_rels/.rels': ROOT_RELATIONS,
    'xl/workbook.xml': workbook(table, sheets),
    'xl/_rels/workbook.xml.rels': workbookRelations(sheets),
    'xl/styles.xml': STYLES,
  };
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
}

interface RowSource {
  /** A batch of at most this many rows; null after the last row. */
  take(limit: number): Promise<RowBatch | null>;
  hasMore(): Promise<boolean>;
  readonly given: number;
}

/** A batch may be divided between two sheets. */
function createRowSource({ batches }: RowStream): RowSource {
  const iterator = batches[Symbol.asyncIterator]();
  let rest: RowBatch | null = null;
  let given = 0;
  const hasMore = async (): Promise<boolean> => {
    while (rest === null || rest.rowCount === 0) {
      const next = await iterator.next();
      if (next.done === true) return false;
      rest = next.value;
    }
    return true;
  };
  return {
    hasMore,
    async take(limit) {
      if (!(await hasMore()) || rest === null) return null;
      const { rowCount, columns } = rest;
      const count = Math.min(limit, rowCount);
      rest = { rowCount: rowCount - count, columns: columns.map((column) => column.slice(count)) };
      given += count;
      return { rowCount: count, columns: columns.map((column) => column.slice(0, count)) };
    },
    get given() {
      return given;
    },
  };
}

async function* sheetText({ names, types }: RowStream, source: RowSource, maxRows: number): AsyncGenerator<string> {
  const header = distinctNames(names);
  yield `${OPENING}<row>${header.map((name) => textCell(name, { column: name, row: 0 }, STYLE.header)).join('')}</row>`;
  const cells = types.map(cellOf);
  let left = maxRows;
  while (left > 0) {
    const before = source.given;
    const batch = await source.take(left);
    if (batch === null) break;
    left -= batch.rowCount;
    let text = '';
    for (let row = 0; row < batch.rowCount; row++) {
      text += '<row>';
      for (const [index, cell] of cells.entries()) {
        const value = batch.columns[index]?.[row] ?? null;
        // Cells without a position follow each other, so that a missing value needs an empty cell.
        text += value === null ? '<c/>' : cell(value, { column: header[index] ?? '', row: before + row + 1 });
      }
      text += '</row>';
    }
    yield text;
  }
  yield '</sheetData></worksheet>';
}

function tooManyColumns(columns: number): CasparianError {
  return new CasparianError('OUTPUT_UNWRITABLE', 'The rows do not fit into a workbook', {
    why: `They have ${columns.toLocaleString('en-US')} columns; a sheet has at most ${MAX_COLUMNS.toLocaleString('en-US')}.`,
    next: ['Select fewer columns in SQL.', 'Or write CSV or Parquet.'],
  });
}
