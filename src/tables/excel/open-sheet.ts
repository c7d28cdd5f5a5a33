import type { Readable } from 'node:stream';
import type { InputFile } from '../source/input-file.js';
import { damagedWorkbook } from './failures.js';
import { type MergedCell, readMergedCells } from './merged-cells.js';
import { readSharedStrings } from './shared-strings.js';
import type { CellContext } from './sheet-cell.js';
import { type SheetRow, sheetRows } from './sheet-rows.js';
import { readStyles } from './styles.js';
import { readWorkbook, type Sheet } from './workbook.js';
import { openWorkbookFile } from './workbook-file.js';

/** A workbook whose sheets can be read, each any number of times. */
export interface OpenWorkbook {
  readonly sheets: readonly Sheet[];
  rows(sheet: Sheet): AsyncGenerator<readonly SheetRow[]>;
  mergedCells(sheet: Sheet): Promise<readonly MergedCell[]>;
}

/** Opens a workbook for as long as `use` needs it. */
export async function* withWorkbook<T>(
  file: InputFile,
  use: (workbook: OpenWorkbook) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const parts = await openWorkbookFile(file);
  try {
    const { sheets, from1904, sharedStrings, styles } = await readWorkbook(parts);
    const context: CellContext = {
      strings: await readSharedStrings(parts, sharedStrings),
      styles: await readStyles(parts, styles),
      from1904,
    };
    const sheetPart = async ({ part, name }: Sheet): Promise<Readable> => {
      const stream = await parts.part(part);
      if (stream === null) throw new Error(`the part of its sheet '${name}' is missing`);
      return stream;
    };
    yield* use({
      sheets,
      async *rows(sheet) {
        yield* sheetRows(await sheetPart(sheet), context);
      },
      mergedCells: async (sheet) => readMergedCells(await sheetPart(sheet)),
    });
  } catch (error) {
    throw damagedWorkbook(file.name, error);
  } finally {
    await parts.close();
  }
}
