import { findDialect } from './detect/find-dialect.js';
import { fieldCount, fieldTexts, splitRecords, type SampleRecord } from './detect/split-records.js';
import type { Dialect } from './dialect.js';
import { textSample, textSamples } from '../text/text-samples.js';
import { countLines } from '../text/lines.js';
import { grammarOf } from './read/grammar.js';
import type { PreviewTable } from '../table/preview-table.js';
import type { TextHead, TextPreviewOptions } from '../format.js';

/** Shows text with a delimiter as `run` would read it; null when it is not a table. */
export function previewDelimited(head: TextHead, { rows, namedFormat }: TextPreviewOptions): PreviewTable | null {
  const samples = textSamples({ head: head.text, isWhole: head.isWhole, tail: null });
  const found = findDialect(samples, { isNamed: namedFormat === 'delimited', given: {} });
  if (found === null) return null;
  const { dialect } = found;
  const all = rowsOf(head, dialect, rows);
  const shown = all.slice(0, rows);
  const width = Math.max(dialect.columns.length, ...shown.map((fields) => fields.length));
  const names = Array.from({ length: width }, (_, at) => dialect.columns[at] ?? `column_${at + 1}`);
  const isAll = head.isWhole && all.length === shown.length;
  return {
    format: 'csv',
    columns: names.map((name) => ({ name, type: null })),
    // A field that is missing is not an empty one.
    rows: shown.map((fields) => names.map((_, at) => fields[at] ?? null)),
    truncated: !isAll,
    rowCount: isAll ? shown.length : null,
    delimiter: dialect.delimiter,
    header: dialect.headerLines > 0,
    notes: [
      ...skippedNotes(dialect),
      ...raggedNote(shown, dialect.columns.length),
      ...(dialect.quote === null ? ['A quote is never closed; quotes are shown unchanged.'] : []),
      ...found.notes,
    ],
  };
}

/** A preview skips at most this many lines around the rows. */
const MOST_SKIPPED = 1_000;

/** The fields of the rows in the head, including rows that do not fit: one more than are shown, if there are more. */
function rowsOf({ text, isWhole }: TextHead, dialect: Dialect, rows: number): string[][] {
  const { bytes, length } = textSample(text, { isCut: !isWhole, lineEnd: dialect.lineEnd });
  const grammar = grammarOf(dialect);
  const records = splitRecords(bytes, length, grammar, !isWhole, rows + MOST_SKIPPED);
  const lastLine = countLines(bytes, 0, length, grammar.returnEnds);
  const isRow = (record: SampleRecord) =>
    record.line > dialect.preambleLines + dialect.headerLines &&
    record.line <= lastLine - (isWhole ? dialect.footerLines : 0) &&
    (dialect.comment === null || bytes[record.start] !== dialect.comment.charCodeAt(0));
  return records.filter(isRow).map((record) => {
    const fields = fieldTexts(bytes, record, dialect.quote);
    return dialect.trailingDelimiter && fieldCount(record) > dialect.columns.length ? fields.slice(0, -1) : fields;
  });
}

function skippedNotes({ preambleLines, footerLines }: Dialect): string[] {
  const lines = (count: number, where: string) =>
    count === 0
      ? []
      : [`${count} ${count === 1 ? 'line' : 'lines'} ${where} the table ${count === 1 ? 'is' : 'are'} skipped.`];
  return [...lines(preambleLines, 'before'), ...lines(footerLines, 'after')];
}

function raggedNote(shown: readonly (readonly string[])[], width: number): string[] {
  const odd = shown.findIndex((fields) => fields.length !== width);
  const fields = shown[odd]?.length;
  return fields === undefined
    ? []
    : [`Row ${odd + 1} has ${fields} ${fields === 1 ? 'field' : 'fields'}, most have ${width}.`];
}
