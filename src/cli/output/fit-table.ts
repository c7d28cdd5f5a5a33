import { printable } from './printable.js';

export interface TableColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
  readonly cells: readonly string[];
}

const GAP = '  ';
/** Below this a column says nothing. */
const MIN_WIDTH = 6;

/**
 * Aligned columns of data nobody has seen before, made to fit: the widest ones give way first, and when that is not enough, the
 * last ones are left out. Answers how many were.
 */
export function fitTable(columns: readonly TableColumn[], width: number): { text: string; hidden: number } {
  const natural = columns.map(({ title, cells }) => Math.max(title.length, ...lengths(cells)));
  const shown = columnsThatFit(natural, width);
  const widths = narrowed(natural.slice(0, shown), width);
  const visible = columns.slice(0, shown);
  const line = (cellOf: (column: TableColumn) => string): string =>
    visible
      .map((column, index) =>
        aligned(clip(printable(cellOf(column)), widths[index] ?? 0), widths[index] ?? 0, column.align),
      )
      .join(GAP)
      .trimEnd();
  const rows = Array.from(columns[0]?.cells ?? [], (_, row) => line(({ cells }) => cells[row] ?? ''));
  const rule = widths.map((one) => '─'.repeat(one)).join(GAP);
  return { text: [line(({ title }) => title), rule, ...rows].join('\n'), hidden: columns.length - shown };
}

function* lengths(cells: readonly string[]): Generator<number> {
  for (const cell of cells) yield printable(cell).length;
}

function columnsThatFit(natural: readonly number[], width: number): number {
  let used = -GAP.length;
  for (const [index, one] of natural.entries()) {
    used += Math.min(one, MIN_WIDTH) + GAP.length;
    if (used > width) return Math.max(1, index);
  }
  return natural.length;
}

/** The width that every wider column is cut to: found by halving, since it is one number for all. */
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

function aligned(text: string, width: number, align: TableColumn['align']): string {
  return align === 'left' ? text.padEnd(width) : text.padStart(width);
}

function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}
