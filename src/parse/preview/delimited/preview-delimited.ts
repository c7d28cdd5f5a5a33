import type { PreviewTable } from '../preview.js';
import type { TextHead } from '../text.js';
import { looksLikeHeader } from './header.js';
import { completeRecords, sniffDialect } from './sniff.js';

export interface DelimitedOptions {
  readonly rows: number;
  /** Whether the file's name says that this is what it holds. */
  readonly isPromised: boolean;
}

/** Text with a delimiter, as CSV has it; null when none splits it into a table. */
export function previewDelimited(head: TextHead, { rows, isPromised }: DelimitedOptions): PreviewTable | null {
  const dialect = sniffDialect(head, isPromised);
  if (dialect === null) return null;
  const { records, reachedEnd } = completeRecords(head, dialect, rows + 2);
  const [first] = records;
  if (first === undefined) return null;
  const header = first.length === dialect.width && looksLikeHeader(first);
  const shown = records.slice(header ? 1 : 0, header ? rows + 1 : rows);
  const width = Math.max(first.length, dialect.width, ...shown.map((fields) => fields.length));
  const names = Array.from({ length: width }, (_, at) => (header ? first[at] : undefined) ?? `column_${at + 1}`);
  const isAll = head.isWhole && reachedEnd && records.length === shown.length + (header ? 1 : 0);
  return {
    format: 'csv',
    columns: names.map((name) => ({ name, type: null })),
    // A field that is missing is not an empty one.
    rows: shown.map((fields) => names.map((_, at) => fields[at] ?? null)),
    truncated: !isAll,
    rowCount: isAll ? shown.length : null,
    delimiter: dialect.delimiter,
    header,
    notes: [
      ...raggedNote(shown, dialect.width),
      ...(dialect.quoted ? [] : ['A quote is opened and never closed; quotes are shown as they stand.']),
    ],
  };
}

function raggedNote(shown: readonly (readonly string[])[], width: number): string[] {
  const odd = shown.findIndex((fields) => fields.length !== width);
  const fields = shown[odd]?.length;
  return fields === undefined
    ? []
    : [`Row ${odd + 1} has ${fields} ${fields === 1 ? 'field' : 'fields'}, most have ${width}.`];
}
