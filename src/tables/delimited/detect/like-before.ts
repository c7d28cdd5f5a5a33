import { LONG_DELIMITERS } from '../../../contract/index.js';
import { HEAD_CHARACTERS, HEAD_LINES } from '../../text/text-samples.js';
import type { DelimitedFormat } from '../dialect.js';
import { COMPARED_COLUMNS, voteAbove } from './find-header.js';
import { readsLikeRemark } from './find-footer.js';
import { READ_RECORDS } from './table-start.js';
import { isNullWord, valueKind } from './value-kind.js';

/** Whether detection would find the same format in this content. */
export type IsLikeBefore = (content: Uint8Array) => boolean;

/** Detection distinguishes them from texts, and has no special rule for a value with them. */
const PLAIN = 'A-Za-z0-9 !$%&()*+\\-./:=>?@\\]_`}';
const PLAIN_DELIMITERS: ReadonlySet<string> = new Set([',', ';', '\t']);
const LONG = new RegExp(LONG_DELIMITERS.map((mark) => mark.replace(/[$^|]/g, '\\$&')).join('|'));
/** The header and this many rows, so that the format is certain. */
const FEWEST_ROWS = 2;

/**
 * Small files of one table differ in their values only. Compares a content with another one whose format was detected:
 * the same header, plain values of the same kinds, as many in each row, and nothing that detection has to weigh. It
 * takes a tenth of the time of detection. False for any doubt; null if the format itself needs detection each time.
 */
export function createIsLikeBefore(format: DelimitedFormat, content: Uint8Array): IsLikeBefore | null {
  const { dialect } = format;
  const { delimiter, shape } = dialect;
  const header = firstLine(latin1(content));
  const names = header.split(delimiter);
  const kinds = shape?.kinds ?? [];
  if (!isPlainFormat(format) || names.length !== kinds.length || names.length > COMPARED_COLUMNS) return null;
  if (!names.every((name) => name.trim() !== '') || !hasOtherCommas(header, delimiter)) return null;
  // The values confirm the names.
  if (names.reduce((votes, name, column) => votes + voteAbove(name, kinds[column] ?? 'text'), 0) <= 0) return null;
  const plain = new RegExp(`^[${PLAIN}${delimiter}\n]*$`);
  const isRow = (fields: readonly string[]): boolean =>
    fields.every((field, column) => {
      const kind = kinds[column];
      return valueKind(field) === kind && !isNullWord(field) && (kind !== 'text' || field !== names[column]);
    });
  return (other) => {
    if (other.length > HEAD_CHARACTERS) return false;
    const text = latin1(other);
    if (!text.startsWith(`${header}\n`) || !plain.test(text) || text.includes(`${delimiter} `) || LONG.test(text)) {
      return false;
    }
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    if (lines.length > HEAD_LINES || lines.length <= FEWEST_ROWS) return false;
    for (let at = 1; at < lines.length; at += 1) {
      const fields = (lines[at] ?? '').split(delimiter);
      if (fields.length !== names.length) return false;
      const isLast = at === lines.length - 1;
      // Detection looks at the values of the first rows, and of the last one for a footer.
      if ((at < READ_RECORDS || isLast) && !isRow(fields)) return false;
      if (isLast && readsLikeRemark(fields)) return false;
    }
    return true;
  };
}

/** A header, then rows with all values, and nothing else: without quotes, comments, gaps or remarks. */
function isPlainFormat({ dialect, encoding, compression, confidence, notes, warnings }: DelimitedFormat): boolean {
  const { delimiter, quote, escape, comment, shape } = dialect;
  return (
    [notes, warnings, dialect.otherTables ?? []].every(({ length }) => length === 0) &&
    [confidence, encoding.confidence].every((one) => one === 'certain') &&
    [encoding.name, compression, dialect.lineEnd].join() === 'utf-8,none,\n' &&
    [dialect.preambleLines, dialect.headerLines, dialect.footerLines].join() === '0,1,0' &&
    PLAIN_DELIMITERS.has(delimiter) &&
    [quote, escape].every((mark) => mark === '"') &&
    comment === null &&
    dialect.endLine === undefined &&
    dialect.headerReason === undefined &&
    ![dialect.bareEscape, dialect.isDrawn, dialect.trailingDelimiter, dialect.shortRows, dialect.strictQuotes]
      .concat(dialect.footerUnseen)
      .includes(true) &&
    shape?.filled.every(Boolean) === true
  );
}

/** In a header with letters around a comma, commas are not only decimal ones. */
function hasOtherCommas(header: string, delimiter: string): boolean {
  return delimiter !== ',' || /,(?!\d)|(?<!\d),/.test(header);
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end === -1 ? text : text.slice(0, end);
}

/** One character per byte: texts with other characters than ASCII are not plain. */
function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}
