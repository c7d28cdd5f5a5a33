import type { InputFile } from '../../run/inputs.js';
import { damagedWorkbook } from './failures.js';
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
    yield* use({
      sheets,
      async *rows({ part, name }) {
        const stream = await parts.part(part);
        if (stream === null) throw new Error(`the part of its sheet '${name}' is missing`);
        yield* sheetRows(stream, context);
      },
    });
  } catch (error) {
    throw damagedWorkbook(file.name, error);
  } finally {
    await parts.close();
  }
}
