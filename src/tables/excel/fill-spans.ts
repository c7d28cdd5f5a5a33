import type { MergedCell } from './merged-cells.js';
import type { SheetCell } from './sheet-cell.js';
import type { SheetRow } from './sheet-rows.js';

/** Gives each row the values of cells that are merged over it: they are stored in the first of their rows only. */
export interface SpanFill {
  /** To be called with the rows of the table from top to bottom. */
  readonly fill: (row: SheetRow) => SheetRow;
  /** How many cells were given a value so. */
  readonly filled: number;
}

interface OpenSpan extends MergedCell {
  readonly cell: SheetCell;
}

export function createSpanFill(merged: readonly MergedCell[]): SpanFill {
  const byTop = new Map<number, MergedCell[]>();
  for (const span of merged) if (span.bottom > span.top) byTop.set(span.top, [...(byTop.get(span.top) ?? []), span]);
  let open: OpenSpan[] = [];
  let filled = 0;

  const fillFrom = (row: SheetRow): SheetRow => {
    const cells = [...row.cells];
    for (const { column, cell } of open) {
      if (cells[column] != null) continue;
      cells[column] = cell;
      filled += 1;
    }
    return { ...row, cells };
  };
  return {
    get filled() {
      return filled;
    },
    fill(row) {
      if (open.length > 0) open = open.filter(({ bottom }) => bottom >= row.number);
      const given = open.length === 0 ? row : fillFrom(row);
      for (const span of byTop.get(row.number) ?? []) {
        const cell = row.cells[span.column];
        if (cell != null) open.push({ ...span, cell });
      }
      return given;
    },
  };
}
