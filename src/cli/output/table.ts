import { printable } from './printable.js';
import { cutText, padText, textWidth } from './text-width.js';

export interface Column<Row> {
  readonly title: string;
  cell(row: Row): string;
  readonly align?: 'left' | 'right';
  /** Where a cell that is too wide is shortened. The end of a path is more informative than its beginning. */
  readonly cut?: 'begin' | 'end';
  /** Colours the padded cell. Widths are measured without it. */
  paint?(text: string, row: Row): string;
}

const GAP = '  ';
const MIN_LAST_WIDTH = 10;

/** Aligned columns under their titles. The last column gets the rest of the width, and is shortened to it. */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], width: number): string {
  const cells = rows.map((row) => columns.map((column) => printable(column.cell(row))));
  const widths = columns.map((column, index) =>
    Math.max(textWidth(column.title), ...cells.map((line) => textWidth(line[index] ?? ''))),
  );
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + GAP.length, 0);
  const last = widths.length - 1;
  widths[last] = Math.min(widths[last] ?? 0, Math.max(MIN_LAST_WIDTH, width - before));
  const head = columns.map((column, index) => padText(column.title, widths[index] ?? 0, column.align));
  const lines = cells.map((line, rowIndex) =>
    columns.map((column, index) => {
      const text = padText(
        cutText(line[index] ?? '', widths[index] ?? 0, column.cut),
        widths[index] ?? 0,
        column.align,
      );
      return column.paint?.(text, rows[rowIndex] as Row) ?? text;
    }),
  );
  return [head, ...lines].map((line) => line.join(GAP).trimEnd()).join('\n');
}

/** `name   value` lines, for the properties of one object. */
export function renderProperties(properties: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...properties.map(([name]) => textWidth(name)));
  return properties
    .map(([name, value]) => `${padText(name, width)}  ${indentRest(value, width + 2)}`.trimEnd())
    .join('\n');
}

function indentRest(value: string, by: number): string {
  return value.replaceAll('\n', `\n${' '.repeat(by)}`);
}
