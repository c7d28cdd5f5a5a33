import type { InputFile } from '../source/input-file.js';
import type { ReadBatch, TableReader } from '../table/table-reader.js';
import { createAccounting } from '../text/read-text.js';
import { type ExcelFormat, sheetNamed } from './detect-excel.js';
import { noSuchSheet } from './failures.js';
import { createSpanFill } from './merged-cells.js';
import { withWorkbook } from './open-workbook.js';
import { createSheetBatches } from './sheet-batches.js';
import { createTableRows } from './table-rows.js';

/** Reads the table of one sheet as text. The texts of the workbook are in memory, its rows are not. */
export function readExcel(file: InputFile, format: ExcelFormat): TableReader {
  const accounting = createAccounting();
  const notes: string[] = [];
  const batches = createSheetBatches(format, notes);
  return {
    columns: format.header.columns,
    accounting,
    notes,
    written: batches.written,
    warnings: format.warnings,
    batches: (signal, onSkipped) =>
      withWorkbook(file, async function* (workbook): AsyncGenerator<ReadBatch> {
        const sheet = sheetNamed(workbook.sheets, format.sheet);
        if (sheet === undefined)
          throw noSuchSheet(
            file.name,
            format.sheet,
            workbook.sheets.map(({ name }) => name),
          );
        const table = createTableRows(format, accounting, onSkipped);
        const spans = createSpanFill(await workbook.mergedCells(sheet));
        for await (const rows of workbook.rows(sheet)) {
          signal.throwIfAborted();
          yield* batches.add(table.add(rows).map(spans.fill));
        }
        yield* batches.add(table.end().map(spans.fill));
        yield* batches.end(accounting.lines + 1);
        if (spans.filled > 0) notes.push(mergedNote(spans.filled));
      }),
  };
}

function mergedNote(filled: number): string {
  const what = filled === 1 ? '1 row has' : `${filled} rows have`;
  return `${what} the value of a cell that is merged over several rows.`;
}
