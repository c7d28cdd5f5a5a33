import { printable } from './printable.js';
import { cutText, padText, textWidth } from './text-width.js';

export interface TableColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
  readonly cells: readonly string[];
}

const GAP = '  ';
/** A narrower column shows nothing useful. */
const MIN_WIDTH = 6;

/**
 * Aligns columns of unknown data within `width`: narrows the widest columns first and, if that is not enough, hides the
 * last ones. Returns how many are hidden.
 */
export function fitTable(columns: readonly TableColumn[], width: number): { text: string; hidden: number } {
  const natural = columns.map(({ title, cells }) => Math.max(textWidth(printable(title)), ...widthsOf(cells)));
  const shown = columnsThatFit(natural, width);
  const widths = narrowed(natural.slice(0, shown), width);
  const visible = columns.slice(0, shown);
  const line = (cellOf: (column: TableColumn) => string): string =>
    visible
      .map((column, index) =>
        padText(cutText(printable(cellOf(column)), widths[index] ?? 0), widths[index] ?? 0, column.align),
      )
      .join(GAP)
      .trimEnd();
  const rows = Array.from(columns[0]?.cells ?? [], (_, row) => line(({ cells }) => cells[row] ?? ''));
  const rule = widths.map((one) => '─'.repeat(one)).join(GAP);
  return { text: [line(({ title }) => title), rule, ...rows].join('\n'), hidden: columns.length - shown };
}

function* widthsOf(cells: readonly string[]): Generator<number> {
  for (const cell of cells) yield textWidth(printable(cell));
}

function columnsThatFit(natural: readonly number[], width: number): number {
  let used = -GAP.length;
  for (const [index, one] of natural.entries()) {
    used += Math.min(one, MIN_WIDTH) + GAP.length;
    if (used > width) return Math.max(1, index);
  }
  return natural.length;
}

/** Shortens every column that is wider than a common width, which is found by bisection. */
function narrowed(natural: readonly number[], width: number): number[] {
  const room = width - GAP.length * (natural.length - 1);
  const cutTo = (most: number): number[] => natural.map((one) => Math.min(one, most));
  const total = (widths: readonly number[]): number => widths.reduce((sum, one) => sum + one, 0);
  if (total(natural) <= room) return [...natural];
  let [low, high] = [MIN_WIDTH, Math.max(MIN_WIDTH, ...natural)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (total(cutTo(middle)) <= room) low = middle;
    else high = middle - 1;
  }
  return cutTo(low);
}
