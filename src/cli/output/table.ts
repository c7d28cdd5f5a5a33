import { printable } from './printable.js';

export interface Column<Row> {
  readonly title: string;
  cell(row: Row): string;
  readonly align?: 'left' | 'right';
  /** Where a cell that is too wide is cut. The end of a path says more than its beginning. */
  readonly cut?: 'begin' | 'end';
  /** Colours the padded cell. Widths are measured without it. */
  paint?(text: string, row: Row): string;
}

const GAP = '  ';
const MIN_LAST_WIDTH = 10;

/** Aligned columns under their titles. The last column takes what is left of the width, and is cut there. */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], width: number): string {
  const cells = rows.map((row) => columns.map((column) => printable(column.cell(row))));
  const widths = columns.map((column, index) =>
    Math.max(column.title.length, ...cells.map((line) => line[index]?.length ?? 0)),
  );
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + GAP.length, 0);
  const last = widths.length - 1;
  widths[last] = Math.min(widths[last] ?? 0, Math.max(MIN_LAST_WIDTH, width - before));
  const head = columns.map((column, index) => pad(column.title, widths[index] ?? 0, column.align));
  const lines = cells.map((line, rowIndex) =>
    columns.map((column, index) => {
      const text = pad(clip(line[index] ?? '', widths[index] ?? 0, column.cut), widths[index] ?? 0, column.align);
      return column.paint?.(text, rows[rowIndex] as Row) ?? text;
    }),
  );
  return [head, ...lines].map((line) => line.join(GAP).trimEnd()).join('\n');
}

/** `name   value` lines, for one thing with many properties. */
export function renderProperties(properties: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...properties.map(([name]) => name.length));
  return properties
    .map(([name, value]) => `${name.padEnd(width)}  ${indentRest(value, width + 2)}`.trimEnd())
    .join('\n');
}

function indentRest(value: string, by: number): string {
  return value.replaceAll('\n', `\n${' '.repeat(by)}`);
}

function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  return align === 'left' ? text.padEnd(width) : text.padStart(width);
}

function clip(text: string, width: number, cut: 'begin' | 'end' = 'end'): string {
  if (text.length <= width) return text;
  return cut === 'begin' ? `…${text.slice(text.length - width + 1)}` : `${text.slice(0, Math.max(0, width - 1))}…`;
}
