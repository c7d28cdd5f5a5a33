import type { Readable } from 'node:stream';
import type { SheetCell } from './sheet-cell.js';
import type { SheetRow } from './sheet-rows.js';

/** Cells that are shown as one. The value is stored in the first of them. */
export interface MergedCell {
  /** From 0 on. */
  readonly column: number;
  readonly lastColumn: number;
  /** Its first and last row, as the sheet numbers them. */
  readonly top: number;
  readonly bottom: number;
}

const END_OF_ROWS = /<\/(?:\w+:)?sheetData>/;
const MERGED = /<(?:\w+:)?mergeCell\b[^>]*?\bref="([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})"/g;
/** Longer than any tag: a tag that is cut between two chunks is read again with the next chunk. */
const LONGEST_TAG = 256;
const MOST_MERGED = 1_000_000;

/**
 * Reads the merged cells of a sheet. They are stored after the rows, so the sheet is read once more for them. A regular
 * expression is enough; parsing the XML would take as long as reading the rows.
 */
export async function readMergedCells(stream: Readable): Promise<readonly MergedCell[]> {
  const merged: MergedCell[] = [];
  let isBehindRows = false;
  let rest = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let text = rest + chunk.toString('latin1');
    if (!isBehindRows) {
      const end = END_OF_ROWS.exec(text);
      isBehindRows = end !== null;
      text = end === null ? text : text.slice(end.index);
    }
    let taken = 0;
    for (const match of isBehindRows ? text.matchAll(MERGED) : []) {
      taken = match.index + match[0].length;
      const [, first = '', top, last = '', bottom] = match;
      merged.push({ column: columnOf(first), lastColumn: columnOf(last), top: Number(top), bottom: Number(bottom) });
      if (merged.length > MOST_MERGED) throw new Error(`more than ${MOST_MERGED} of its cells are merged`);
    }
    rest = text.slice(Math.max(taken, text.length - LONGEST_TAG));
  }
  return merged;
}

/** `AB12` is in the 28th column, which has the index 27. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = (reference.charCodeAt(at) | 0x20) - 0x60;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

/** Fills in the values of cells that are merged over several rows: they are stored in the first row only. */
interface SpanFill {
  /** Call it with the rows of the table in order. */
  readonly fill: (row: SheetRow) => SheetRow;
  /** The number of cells that were filled in. */
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
