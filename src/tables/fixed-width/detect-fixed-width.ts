import { nameColumns } from '../table/column-names.js';
import { findFooter, isClosing, isTotal, rowShape } from '../delimited/detect/find-footer.js';
import { findHeader, isRowOf } from '../delimited/detect/find-header.js';
import { fits } from '../delimited/detect/locate-delimiter.js';
import { valueKind, type ValueKind } from '../delimited/detect/value-kind.js';
import type { Confidence } from '../encoding/detect-encoding.js';
import type { DetectedText, DetectionFacts, FormatOptions, HeaderPlace, TextCandidate, TextFacts } from '../format.js';
import type { LineEnd } from '../text/lines.js';
import { linesOf } from '../text/text-samples.js';
import { type ColumnRun, columnRuns, cut, namedRuns, namesBeside, ruledRuns } from './column-runs.js';

/** Text whose columns are aligned. */
export interface FixedWidthFormat extends TextFacts, DetectionFacts {
  readonly kind: 'fixed_width';
  readonly layout: FixedWidthLayout;
}

export interface FixedWidthLayout extends HeaderPlace {
  /** Where each column begins and ends, in characters; the last column may extend to the end of the line. */
  readonly fields: readonly { readonly start: number; readonly end: number | null }[];
  readonly footerLines: number;
  readonly lineEnd: LineEnd;
}

interface FixedWidthText {
  readonly text: string;
  readonly isWhole: boolean;
  /** The end of an incomplete text, from the beginning of a line; null when it was not read. */
  readonly tail: string | null;
  readonly lineEnd: FixedWidthLayout['lineEnd'];
}

interface FixedWidthFinding {
  readonly layout: FixedWidthLayout;
  readonly confidence: Confidence;
  readonly notes: readonly string[];
  /** Whether values below confirm the names. */
  readonly headerIsCertain: boolean;
}

/** More lines above the names make it a report for people, not a table. */
const MOST_TITLE_LINES = 10;
const FEWEST_LINES = 4;
const LINES_READ = 500;

/** Null when the text has no aligned columns. */
export function detectFixedWidth(
  { text, samples, compression, encoding, notes }: TextCandidate,
  options: FormatOptions,
): DetectedText<FixedWidthFormat> | null {
  const { lineEnd } = samples().head;
  const found = findLayout({ text: text.head, isWhole: text.isWhole, tail: text.tail, lineEnd }, options);
  if (found === null) return null;
  const { layout, confidence } = found;
  return {
    format: {
      kind: 'fixed_width',
      layout,
      confidence,
      notes: [...notes, ...found.notes],
      warnings: [],
      compression,
      encoding,
    },
    isFallback: false,
  };
}

function findLayout(text: FixedWidthText, given: FormatOptions): FixedWidthFinding | null {
  const found = recogniseColumns(text, given);
  if (found === null) return null;
  const { fields, preambleLines, headerLines } = found.layout;
  const begin = preambleLines + headerLines;
  const cutLine = (line: string) => cut(line, fields);
  const rows = linesOf(text.text, text.lineEnd)
    .slice(begin, begin + LINES_READ)
    .filter((line) => isGiven(line) && !isTotal(line))
    .map(cutLine);
  const end = text.isWhole ? linesOf(text.text, text.lineEnd).slice(begin) : linesOf(text.tail ?? '', text.lineEnd);
  const footerLines = given.footerLines ?? fixedWidthFooter(end, rows, cutLine);
  return { ...found, layout: { ...found.layout, footerLines } };
}

function isGiven(line: string): boolean {
  return line.trim() !== '';
}

function recogniseColumns({ text, isWhole, lineEnd }: FixedWidthText, given: FormatOptions): FixedWidthFinding | null {
  const lines = text.split(/\r*\n|\r/);
  if (!isWhole || lines.at(-1) === '') lines.pop();
  const shown = lines.slice(0, LINES_READ);
  const rule = shown.findIndex((line) => ruledRuns(line) !== null);
  if (rule > 0 && rule <= MOST_TITLE_LINES) return ruled(shown, rule, lineEnd, given);
  const below = given.skipLines === undefined ? belowTitle(shown, lineEnd, given) : null;
  if (below !== null) return below;
  for (let skipped = given.skipLines ?? 0; skipped <= (given.skipLines ?? MOST_TITLE_LINES); skipped += 1) {
    if ((shown[skipped] ?? '').trim() === '') continue;
    const found = unruled(shown, skipped, lineEnd, given);
    if (found !== null) return found;
  }
  return null;
}

/** A table whose names come after a gap: the lines above are its title. */
function belowTitle(
  lines: readonly string[],
  lineEnd: FixedWidthText['lineEnd'],
  given: FormatOptions,
): FixedWidthFinding | null {
  for (let at = 1; at <= MOST_TITLE_LINES; at += 1) {
    if ((lines[at] ?? '').trim() === '' || (lines[at - 1] ?? '').trim() !== '') continue;
    const found = unruled(lines, at, lineEnd, given);
    if (found !== null && found.headerIsCertain && found.notes.length === 0) return found;
  }
  return null;
}

/** A line of dashes below the names marks the columns. */
function ruled(
  lines: readonly string[],
  rule: number,
  lineEnd: FixedWidthText['lineEnd'],
  given: FormatOptions,
): FixedWidthFinding {
  const runs = ruledRuns(lines[rule] ?? '') ?? [];
  const header = [cut(lines[rule - 1] ?? '', runs)];
  const layout = layoutOf(runs, header, given.skipLines ?? rule - 1, given.headerLines ?? 2, lineEnd);
  return { layout: layout.layout, confidence: 'certain', notes: layout.notes, headerIsCertain: true };
}

function unruled(
  lines: readonly string[],
  skipped: number,
  lineEnd: FixedWidthText['lineEnd'],
  given: FormatOptions,
): FixedWidthFinding | null {
  const table = lines.slice(skipped).filter((line) => line.trim() !== '');
  // Who names the format knows that the gaps are no chance, however few lines there are and however narrow they are.
  const isSure = given.format === 'fixed_width';
  const runs = table.length < FEWEST_LINES && !isSure ? [] : columnRuns(withoutTotal(table), { isSure });
  if (runs.length < 2) return null;
  const rows = table.map((line) => cut(line, runs));
  if (!isSure && !hasValues(rows)) return null;
  const found = findHeader(rows);
  const count = given.headerLines ?? found.records;
  const beside = count === 1 ? namesBeside(table, rows) : null;
  const named = beside?.runs ?? (count === 0 ? runs : namedRuns(runs, rows.slice(0, count)));
  const header = beside === null ? table.slice(0, count).map((line) => cut(line, named)) : [beside.names];
  const { layout, notes } = layoutOf(named, header, skipped, count, lineEnd);
  return { layout, confidence: 'likely', notes, headerIsCertain: count > 0 && found.isCertain };
}

/** The word in the total line at the end may cross a gap. */
function withoutTotal(table: readonly string[]): readonly string[] {
  return isTotal(table.at(-1) ?? '') ? table.slice(0, -1) : table;
}

/** Prose can leave gaps by chance; columns of numbers or dates hardly occur by chance. */
function hasValues(rows: readonly (readonly string[])[]): boolean {
  const below = rows.slice(1);
  return (rows[0] ?? []).some((_, column) => {
    const values = below.map((row) => row[column] ?? '').filter((value) => value !== '');
    const typed = values.filter((value) => ['number', 'date', 'time'].includes(valueKind(value)));
    return values.length >= below.length / 2 && typed.length >= 0.8 * values.length && typed.length > 2;
  });
}

function layoutOf(
  runs: readonly ColumnRun[],
  header: readonly (readonly string[])[],
  preambleLines: number,
  headerLines: number,
  lineEnd: FixedWidthText['lineEnd'],
): { layout: FixedWidthLayout; notes: readonly string[] } {
  const { columns, notes } = nameColumns(header, runs.length);
  // A column extends to the beginning of the next: longer values further down are not cut off.
  const fields = runs.map(({ start }, at) => ({ start: at === 0 ? 0 : start, end: runs[at + 1]?.start ?? null }));
  return { layout: { fields, columns, preambleLines, headerLines, footerLines: 0, lineEnd }, notes };
}

const FOOTER_RECORDS = 40;

/**
 * Counts the lines at the end that are not rows: totals, `120 rows selected.`, prompts of a program. `rows` are rows of
 * the table, split by `cut`.
 */
function fixedWidthFooter(
  lines: readonly string[],
  rows: readonly (readonly string[])[],
  cut: (line: string) => string[],
): number {
  const shape = rowShape(rows, rows[0]?.length ?? 0);
  const given = lines.flatMap((line, at) => (line.trim() === '' ? [] : [at])).slice(-FOOTER_RECORDS);
  const records = given.map((at) => {
    const line = lines[at] ?? '';
    const followsBlank = at > 0 && (lines[at - 1] ?? '').trim() === '';
    const fields = cut(line);
    // The word may be longer than the first column.
    if (isTotal(line) && !isAligned(fields, shape.kinds)) return { fields: line.trim().split(/\s{2,}/), followsBlank };
    const isRemark = (followsBlank || isClosing(line)) && !isRowOf(fields, rows);
    return { fields: isRemark ? [line.trim()] : fields, followsBlank };
  });
  const { records: count } = findFooter(records, shape);
  const first = given[given.length - count];
  return count === 0 || first === undefined ? 0 : lines.length - first;
}

/** Whether a line has a value of the right kind in every column: then it is a row, even if it begins with a total. */
function isAligned(fields: readonly string[], kinds: readonly ValueKind[]): boolean {
  return fields.every((field, column) => field !== '' && fits(field, kinds[column]));
}
