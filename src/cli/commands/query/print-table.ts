import { type Query, valueText } from '../../../datasets/sql.js';
import type { Output } from '../../output/output.js';
import { fitTable, type TableColumn } from '../../output/fit-table.js';
import { count, rows as rowsInWords } from '../../output/row-counts.js';

/** Enough to scroll through. */
const DEFAULT_ROWS = 1_000;
const NULL = 'NULL';

/** Prints rows in aligned columns, and their number. */
export async function printTable(query: Query, limit = DEFAULT_ROWS, output: Output): Promise<void> {
  const rows = await query.rows(limit + 1);
  const texts = rows.types.map(valueText);
  const columns: (TableColumn & { cells: string[] })[] = rows.names.map((title, index) => ({
    ...{ title, cells: [] },
    align: texts[index]?.isNumber === true ? 'right' : 'left',
  }));
  for await (const batch of rows.batches) {
    for (const [index, values] of batch.columns.entries()) {
      const plain = texts[index]?.plain ?? String;
      columns[index]?.cells.push(...values.map((value) => (value === null ? NULL : plain(value))));
    }
  }
  const found = columns[0]?.cells.length ?? 0;
  const shown = columns.map((column) => ({ ...column, cells: column.cells.slice(0, limit) }));
  const { text, hidden } = fitTable(shown, output.width);
  if (columns.length > 0) output.print(text);
  output.message(found > limit ? `(first ${rowsInWords(limit)}; use --limit for more)` : `(${rowsInWords(found)})`);
  if (hidden > 0)
    output.message(`(${count(hidden)} more columns do not fit; select fewer columns, or use --format csv)`);
}
