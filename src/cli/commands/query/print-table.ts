import { type Query, valueText } from '../../../datasets/sql.js';
import type { Output } from '../../output/output.js';
import { fitTable, type TableColumn } from '../../output/fit-table.js';
import { count, rows as rowsInWords } from '../../output/row-counts.js';

/** A screen. */
const DEFAULT_ROWS = 40;
/** More rows are not counted: that would take longer than people wait. */
const MAX_COUNTED = 100_000;
/** Columns that every dataset has, about the origin of a row. */
const LINEAGE = /^_cf_/;
const NULL = 'NULL';

/**
 * Prints the first rows in aligned columns, and how many there are. Columns about the origin of rows are shown if `lineage` is set, or if there are
 * no others.
 */
export async function printTable(
  query: Query,
  { limit, lineage }: { readonly limit?: number | undefined; readonly lineage: boolean },
  output: Output,
): Promise<void> {
  const most = limit ?? DEFAULT_ROWS;
  const rows = await query.rows(limit === undefined ? MAX_COUNTED + 1 : limit + 1);
  const texts = rows.types.map(valueText);
  const columns: (TableColumn & { cells: string[] })[] = rows.names.map((title, index) => ({
    ...{ title, cells: [] },
    align: texts[index]?.isNumber === true ? 'right' : 'left',
  }));
  let found = 0;
  for await (const batch of rows.batches) {
    const room = Math.max(0, most - found);
    for (const [index, values] of batch.columns.entries()) {
      const plain = texts[index]?.plain ?? String;
      columns[index]?.cells.push(...values.slice(0, room).map((value) => (value === null ? NULL : plain(value))));
    }
    found += batch.columns[0]?.length ?? 0;
  }
  const ofContent = columns.filter(({ title }) => !LINEAGE.test(title));
  const shown = lineage || ofContent.length === 0 ? columns : ofContent;
  const { text, hidden } = fitTable(shown, output.width);
  if (columns.length > 0) output.print(text);
  output.message(`(${countText(found, { most, isAsked: limit !== undefined })})`);
  if (hidden > 0) output.message(`(${hiddenText(hidden)} not fit; select fewer columns, or use --format csv)`);
}

function hiddenText(hidden: number): string {
  return hidden === 1 ? '1 more column does' : `${count(hidden)} more columns do`;
}

function countText(found: number, { most, isAsked }: { most: number; isAsked: boolean }): string {
  if (found <= most) return rowsInWords(found);
  if (isAsked) return `first ${rowsInWords(most)}; use --limit for more`;
  const all = found > MAX_COUNTED ? `more than ${rowsInWords(MAX_COUNTED)}` : rowsInWords(found);
  return `${count(most)} of ${all}; use --limit for more`;
}
