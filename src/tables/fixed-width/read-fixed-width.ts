import type { FixedWidthFormat, FixedWidthLayout } from './detect-fixed-width.js';
import type { InputFile } from '../source/input-file.js';
import { keepAround } from '../delimited/around-lines.js';
import { createKeepLine } from '../text/keep-line.js';
import { faultBadEncoding } from '../delimited/read/bad-encoding.js';
import { createUnquote, tokenBatch } from '../delimited/read/take-columns.js';
import { clearRow, createTokens, type Tokens } from '../delimited/read/tokens.js';
import type { LineAccounting, TableReader } from '../table/table-reader.js';
import { createAccounting, readText, type Window } from '../text/read-text.js';
import { transcodedFrom } from '../text/utf8-text.js';
import { nextLine, withoutLineEnd } from '../text/lines.js';
import { rawText } from '../text/raw-text.js';

/** Nothing is quoted in fixed-width text. */
const withoutQuotes = createUnquote({ quote: -1, backslash: -1 });

/** Reads text with aligned columns. Spaces around a value are removed. */
export function readFixedWidth(file: InputFile, format: FixedWidthFormat): TableReader {
  const { layout } = format;
  const accounting = createAccounting();
  const returnEnds = layout.lineEnd === '\r' || layout.lineEnd === 'mixed';
  return {
    columns: layout.columns,
    accounting,
    notes: format.notes,
    warnings: format.warnings,
    batches(signal, onSkipped) {
      let tokens: Tokens | null = null;
      const header: Uint8Array[] = [];
      return readText(
        file,
        format,
        {
          place: layout,
          returnEnds,
          columns: layout.columns,
          keep: keepAround(onSkipped),
          onHeader: (line) => header.push(line),
          take: (window) => {
            tokens ??= {
              ...createTokens(layout.columns.length, window.to - window.from),
              ...{ names: layout.columns, keep: createKeepLine(onSkipped) },
            };
            const end = takeLines(window, tokens, { fields: layout.fields, header }, returnEnds, accounting);
            faultBadEncoding(window.bytes, tokens, end, transcodedFrom(format.encoding));
            return { end, batch: tokenBatch(window.bytes, tokens, withoutQuotes, layout.columns) };
          },
        },
        accounting,
        signal,
      );
    },
  };
}

const SPACE = 0x20;

interface LineTable extends Pick<FixedWidthLayout, 'fields'> {
  /** The header lines, which reports repeat at the top of each page. */
  readonly header: readonly Uint8Array[];
}

/** Fills `tokens` with the lines of a window. Returns where the first line begins that was not read. */
function takeLines(
  { bytes, from, to, isLast }: Window,
  tokens: Tokens,
  { fields, header }: LineTable,
  returnEnds: boolean,
  accounting: LineAccounting,
): number {
  tokens.rows = 0;
  tokens.faults = [];
  const borders = new Int32Array(fields.length + 1);
  let at = from;
  while (at < to && tokens.rows < tokens.rowLimit) {
    const next = nextLine(bytes, at, to, returnEnds);
    if (next >= to && !isLast) break;
    const end = withoutLineEnd(bytes, at, next);
    accounting.lines += 1;
    if (trimEnd(bytes, at, end) === at) {
      accounting.skipped.blank += 1;
    } else if (header.some((names) => isSameLine(names, bytes, at, end))) {
      accounting.header += 1;
      tokens.keep?.(accounting.lines, 'header', 'repeats the header', bytes, at, next);
    } else {
      accounting.rows += 1;
      takeLine(bytes, at, end, tokens, fields, borders, accounting.lines);
    }
    at = next;
  }
  tokens.lines[tokens.rows] = accounting.lines + 1;
  return at;
}

function takeLine(
  bytes: Uint8Array,
  from: number,
  to: number,
  tokens: Tokens,
  fields: FixedWidthLayout['fields'],
  borders: Int32Array,
  line: number,
): void {
  findBorders(bytes, from, to, fields, borders);
  const row = tokens.rows;
  tokens.rows = row + 1;
  tokens.recordStarts[row] = from;
  tokens.recordEnds[row] = to;
  tokens.lines[row] = line;
  const slot = row * tokens.width;
  for (let field = 0; field < fields.length; field += 1) {
    const begin = borders[field] ?? to;
    const border = borders[field + 1] ?? to;
    // Text on both sides of a border is one value that is longer than its column.
    if (
      field + 1 < fields.length &&
      border > begin &&
      border < to &&
      bytes[border] !== SPACE &&
      bytes[border - 1] !== SPACE
    ) {
      const raw = rawText(bytes.subarray(from, to));
      tokens.faults.push({
        row,
        code: 'not_a_record',
        message: `has text across the border of columns ${field + 1} and ${field + 2}`,
        column: tokens.names[field] ?? null,
        raw,
      });
      return clearRow(tokens, row);
    }
    let start = begin;
    while (start < border && bytes[start] === SPACE) start += 1;
    tokens.starts[slot + field] = start;
    tokens.ends[slot + field] = trimEnd(bytes, start, border);
  }
}

/** Where each column begins in bytes, and where the line ends. Layouts count characters. */
function findBorders(
  bytes: Uint8Array,
  from: number,
  to: number,
  fields: FixedWidthLayout['fields'],
  borders: Int32Array,
): void {
  borders.fill(to);
  let field = 0;
  let character = 0;
  for (let at = from; at < to && field < fields.length; at += 1) {
    // Bytes 10xxxxxx continue a character.
    if (((bytes[at] ?? 0) & 0xc0) === 0x80) continue;
    if (character === fields[field]?.start) {
      borders[field] = at;
      field += 1;
    }
    character += 1;
  }
}

function isSameLine(names: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  // The first bytes nearly always differ.
  if (names[0] !== bytes[from] || names[1] !== bytes[from + 1]) return false;
  const ours = names.subarray(0, trimEnd(names, 0, names.length));
  return ours.length > 0 && Buffer.compare(ours, bytes.subarray(from, trimEnd(bytes, from, to))) === 0;
}

function trimEnd(bytes: Uint8Array, from: number, to: number): number {
  let end = to;
  while (end > from && (bytes[end - 1] === SPACE || bytes[end - 1] === 0x09)) end -= 1;
  return end;
}
