import qrcode from 'qrcode-generator';
import { CasparianError } from '../../platform/index.js';

/** The dark and light squares of a QR code, without the quiet zone around it. */
export interface QrCode {
  /** Modules of a side. */
  readonly size: number;
  isDark(row: number, column: number): boolean;
}

/** Two modes cost less than one only for runs of this many characters of the alphanumeric set. */
const ALPHANUMERIC_RUN = /[0-9A-Z $%*+\-./:]{16,}/g;

/**
 * A QR code with error correction level M. Hashes in base32 are written in the alphanumeric mode, which takes 5.5 bits for a
 * character instead of 8: BPC-QR-1 fits into version 9 instead of 10, and each square is larger on a label.
 */
export function qrCode(text: string): QrCode {
  if (!/^[\u0020-\u007e]+$/.test(text)) {
    throw new CasparianError('VALIDATION_ERROR', 'the text of a QR code must be printable ASCII characters');
  }
  const code = qrcode(0, 'M');
  for (const { part, mode } of segmentsOf(text)) code.addData(part, mode);
  try {
    code.make();
  } catch (error) {
    const message = `a text of ${text.length} characters does not fit into a QR code`;
    throw new CasparianError('VALIDATION_ERROR', message, { cause: error });
  }
  return { size: code.getModuleCount(), isDark: (row, column) => code.isDark(row, column) };
}

interface Segment {
  readonly part: string;
  readonly mode: 'Alphanumeric' | 'Byte';
}

function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(ALPHANUMERIC_RUN)) {
    if (index > end) segments.push({ part: text.slice(end, index), mode: 'Byte' });
    segments.push({ part: run, mode: 'Alphanumeric' });
    end = index + run.length;
  }
  if (end < text.length) segments.push({ part: text.slice(end), mode: 'Byte' });
  return segments;
}
