import { CasparianError } from '../../platform/index.js';
import { cellAt } from '../../contract/index.js';
import type { InputFile } from '../source/input-file.js';
import { detectExcel } from './detect-excel.js';
import { readExcel } from './read-excel.js';
import { noRows, type PreviewCell, type PreviewTable } from '../table/preview-table.js';

/** Shows the first rows of the sheet that would be read. For a workbook that cannot be read, the note explains why. */
export async function previewExcel(file: InputFile, rows: number): Promise<PreviewTable> {
  try {
    return await firstRows(file, rows);
  } catch (error) {
    if (!(error instanceof CasparianError)) throw error;
    return noRows('excel', [error.why === undefined ? `${error.message}.` : `${error.message}. ${error.why}`]);
  }
}

async function firstRows(file: InputFile, rows: number): Promise<PreviewTable> {
  const format = await detectExcel(file);
  const { columns, headerLines } = format.header;
  const shown: PreviewCell[][] = [];
  let truncated = false;
  for await (const { batch } of readExcel(file, format).batches(new AbortController().signal)) {
    for (let row = 0; row < Math.min(batch.rowCount, rows); row += 1) {
      shown.push(batch.columns.map((column) => cellAt(column, row) as string | null));
    }
    truncated = batch.rowCount > shown.length;
    break;
  }
  return {
    ...noRows('excel', format.notes),
    columns: columns.map((name) => ({ name, type: null })),
    rows: shown,
    truncated,
    header: headerLines > 0,
  };
}
