import type { ShapeCase, TrueRow } from './shape.js';

/** The result of a reader. */
export interface Outcome {
  readonly delimiter: string | null;
  readonly quote: string | null;
  /** Null when it found none. */
  readonly columns: readonly string[] | null;
  readonly rows: readonly (readonly (string | null)[])[];
  /** Null when the reader does not account for lines. */
  readonly lines?: { readonly counted: number; readonly addsUp: boolean };
  readonly error?: string;
}

export interface Score {
  readonly dialect: boolean;
  readonly header: boolean;
  readonly cells: boolean;
  readonly lines: boolean;
}

export function scoreOf({ truth }: ShapeCase, outcome: Outcome): Score {
  return {
    dialect: isDialect(truth.delimiter, truth.quote, outcome),
    header: isHeader(truth.columns, truth.headers, outcome.columns),
    cells: outcome.error === undefined && areCells(truth.rows, outcome.rows),
    lines: outcome.lines !== undefined && outcome.lines.addsUp && outcome.lines.counted === truth.lines,
  };
}

/** Blanks around a delimiter are ignored, and so is the delimiter of a table with one column. */
function isDialect(delimiter: string, quote: string | null, outcome: Outcome): boolean {
  if (outcome.delimiter === null) return false;
  const bare = (text: string): string => (text.trim() === '' ? text : text.trim());
  return bare(outcome.delimiter) === bare(delimiter) && (quote === null || outcome.quote === quote);
}

function isHeader(
  columns: readonly string[] | null,
  headers: readonly (readonly string[])[],
  found: readonly string[] | null,
): boolean {
  if (columns === null || found === null) return columns === found;
  return [columns, ...headers].some((names) => isSame(names, found));
}

/** Ignores blanks around a cell, and whether an empty cell is missing. */
function isSame(wanted: readonly string[], found: readonly (string | null)[]): boolean {
  return wanted.length === found.length && wanted.every((cell, at) => normal(cell) === normal(found[at] ?? ''));
}

function normal(cell: string): string {
  return cell.replace(/\r\n?/g, '\n').trim();
}

function areCells(wanted: readonly TrueRow[], found: readonly (readonly (string | null)[])[]): boolean {
  let at = 0;
  for (const { cells, mayFault } of wanted) {
    if (cells.some((one) => isSame(one, found[at] ?? []))) at += 1;
    else if (!mayFault) return false;
  }
  return at === found.length;
}
