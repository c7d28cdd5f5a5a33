import type { Cell } from '../columns/cell.js';
import { quote } from '../problems/quote.js';
import { writeInsideQuotes } from '../text/json-text.js';
import { type TextBuffer, wordsOf } from '../text/text-buffer.js';

/** The line of a row in the quarantine file. */
export interface QuarantineLine {
  readonly rowNumber: number;
  readonly errors: readonly LineError[];
  /** Writes the row from the parser: a JSON object on one line. */
  writeRaw(out: TextBuffer): void;
}

/** The message is the quoted value, if there is one, and the reason. */
export interface LineError {
  readonly column: string | null;
  readonly type: string;
  readonly cell: Cell;
  readonly reason: string;
}

/** Writes one JSON object and a line end. The first error also has its own fields, because most users look for it. */
export function writeLine(start: DataView, line: QuarantineLine, out: TextBuffer): void {
  const { rowNumber, errors } = line;
  const [first] = errors;
  out.copyWords(start);
  out.integer(rowNumber);
  out.ascii(',');
  const from = out.end;
  if (first === undefined) out.copy(NO_ERROR);
  else writeError(first, out);
  const to = out.end;
  out.copy(RAW);
  line.writeRaw(out);
  out.copy(ERRORS);
  for (const [at, error] of errors.entries()) {
    out.ascii(at === 0 ? '{' : ',{');
    if (at === 0) out.copy(out.bytes, from, to);
    else writeError(error, out);
    out.ascii('}');
  }
  out.copy(LINE_END);
}

/** The beginning of every line; names the file of the rows, if there are several. */
export function lineStart(source: string | undefined): DataView {
  return wordsOf(`{${source === undefined ? '' : `"source":${JSON.stringify(source)},`}"row_number":`);
}

function writeError({ column, type, cell, reason }: LineError, out: TextBuffer): void {
  out.ascii('"column":');
  if (column === null) out.ascii('null');
  else writeString(column, out);
  out.ascii(',"error_type":');
  writeString(type, out);
  out.ascii(',"error_message":"');
  if (cell !== null) writeInsideQuotes(quote(cell), out);
  writeInsideQuotes(reason, out);
  out.ascii('"');
}

function writeString(text: string, out: TextBuffer): void {
  out.ascii('"');
  writeInsideQuotes(text, out);
  out.ascii('"');
}

const NO_ERROR = Buffer.from('"column":null,"error_type":null,"error_message":null');
export const RAW = Buffer.from(',"raw":');
export const ERRORS = Buffer.from(',"errors":[');
export const LINE_END = Buffer.from(']}\n');
