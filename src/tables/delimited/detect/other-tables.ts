import { countLines } from '../../text/lines.js';
import { headerVotes, isRowOf } from './find-header.js';
import { looksLikeHeader } from './name-like.js';
import type { Reading } from './dialect-trial.js';
import type { TextSample } from '../../text/text-samples.js';
import { fieldCount, fieldTexts, type SampleRecord } from './split-records.js';

export interface OtherTables {
  /** The line on which the first of them begins. */
  readonly line: number;
  /** From there to the end of the file. */
  readonly lines: number;
  /** The line of its names, if it has more rows than the table above. */
  readonly largerFrom: number | null;
}

/** The number of rows that are compared with the possible names of another table. */
const COMPARED_ROWS = 50;

/**
 * Finds further tables after the one that is read. Each begins with its names after a blank line. `begins` is the first
 * record of the table that is read.
 */
export function otherTables(
  { bytes, length }: TextSample,
  { records, marks, grammar }: Reading,
  begins: number,
  width: number,
): OtherTables | null {
  const texts = (some: readonly SampleRecord[]) => some.map((record) => fieldTexts(bytes, record, marks.quote));
  const gaps = records.flatMap(({ followsBlank }, at) => (followsBlank && at > begins + 1 ? [at] : []));
  for (const [which, gap] of gaps.entries()) {
    const block = records.slice(gap, gaps[which + 1]);
    const above = records.slice(begins, Math.min(gap, begins + COMPARED_ROWS));
    const table = texts(above.filter((record) => fieldCount(record) >= width));
    const untitled = withoutTitle(block);
    const [first, names] = [records[gap], untitled[0]];
    if (first === undefined || names === undefined || !isTable(texts(untitled), table, width)) continue;
    return {
      line: first.line,
      lines: countLines(bytes, first.start, length, grammar.returnEnds),
      largerFrom: fieldCount(names) === width && untitled.length > gap - begins ? names.line : null,
    };
  }
  return null;
}

/** A line with one field above the names is the title of the table. */
function withoutTitle(block: readonly SampleRecord[]): readonly SampleRecord[] {
  const [first] = block;
  return first !== undefined && fieldCount(first) === 1 ? block.slice(1) : block;
}

/**
 * Names and at least one row, all of the same width. In a table as wide as the one above, the names must differ from
 * the rows of both.
 */
function isTable(block: readonly (readonly string[])[], above: readonly (readonly string[])[], width: number): boolean {
  const [names, ...rows] = block;
  if (names === undefined || rows.length === 0 || names.length < 2 || !looksLikeHeader(names)) return false;
  if (above.some((row) => row.every((field, at) => field === names[at]))) return false;
  const fitting = rows.filter((row) => row.length === names.length);
  if (fitting.length * 2 <= rows.length) return false;
  if (names.length !== width) return true;
  const [, ...rowsAbove] = above;
  if (headerVotes(names, fitting) <= 0) return false;
  return headerVotes(names, rowsAbove) > 0 || !isRowOf(fitting[0] ?? [], rowsAbove);
}
