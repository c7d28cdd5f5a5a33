import { isUtf8 } from 'node:buffer';
import { withoutLineEnd } from '../../text/lines.js';
import { rawText } from '../../text/raw-text.js';
import { clearRow, type Tokens } from './tokens.js';

/** Decoders replace invalid bytes with this character. */
const REPLACEMENT = Buffer.from('\ufffd');

/**
 * Turns rows with invalid bytes into faults: bytes that are not UTF-8, or that another encoding could not decode.
 * Checks all records in one native call and each record only when that fails: one bad byte is a fault of its row, never
 * of the file.
 */
export function faultBadEncoding(bytes: Uint8Array, tokens: Tokens, end: number, encoding: string | null): void {
  const { rows, recordStarts, recordEnds } = tokens;
  if (rows === 0) return;
  const isBad = encoding === null ? (part: Uint8Array) => !isUtf8(part) : hasReplacement;
  if (!isBad(bytes.subarray(recordStarts[0], end))) return;
  const faulty = new Set(tokens.faults.map(({ row }) => row));
  const message = `has bytes that are not ${encoding ?? 'UTF-8'}`;
  for (let row = 0; row < rows; row += 1) {
    const record = bytes.subarray(recordStarts[row], recordEnds[row]);
    if (faulty.has(row) || !isBad(record)) continue;
    tokens.faults.push({
      row,
      code: 'bad_encoding',
      message,
      column: tokens.names[badField(bytes, tokens, row, isBad)] ?? null,
      raw: rawText(record.subarray(0, withoutLineEnd(record, 0, record.length))),
    });
    clearRow(tokens, row);
  }
  tokens.faults.sort((a, b) => a.row - b.row);
}

function badField(bytes: Uint8Array, tokens: Tokens, row: number, isBad: (part: Uint8Array) => boolean): number {
  const { width, starts, ends } = tokens;
  for (let field = 0; field < width; field += 1) {
    const start = starts[row * width + field] ?? 0;
    if (isBad(bytes.subarray(start < 0 ? ~start : start, ends[row * width + field]))) return field;
  }
  return -1;
}

function hasReplacement(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(REPLACEMENT);
}
