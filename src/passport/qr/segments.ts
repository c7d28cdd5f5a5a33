import { dataCodewords } from './symbol-capacity.js';

/** A part of the text in one mode of a QR code. */
export interface Segment {
  readonly part: string;
  readonly isAlphanumeric: boolean;
}

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** Two modes cost less than one only for runs of this many characters of the alphanumeric set. */
const ALPHANUMERIC_RUN = /[0-9A-Z $%*+\-./:]{16,}/g;

/**
 * Hashes in base32 are written in the alphanumeric mode, which takes 5.5 bits for a character instead of 8: BPC-QR-1 fits into
 * version 9 instead of 10, and each square is larger on a label.
 */
export function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(ALPHANUMERIC_RUN)) {
    if (index > end) segments.push({ part: text.slice(end, index), isAlphanumeric: false });
    segments.push({ part: run, isAlphanumeric: true });
    end = index + run.length;
  }
  if (end < text.length) segments.push({ part: text.slice(end), isAlphanumeric: false });
  return segments;
}

const MODE_BITS = 4;
const BYTE_MODE = 0b0100;
const ALPHANUMERIC_MODE = 0b0010;

/** The number of bits that the segments take in a code of this version. */
export function segmentBits(segments: readonly Segment[], version: number): number {
  let bits = 0;
  for (const segment of segments) {
    const { length } = segment.part;
    const contentBits = segment.isAlphanumeric ? 11 * (length >> 1) + 6 * (length & 1) : 8 * length;
    bits += MODE_BITS + countBits(segment, version) + contentBits;
  }
  return bits;
}

/** The data codewords of a code: the segments, then padding up to its capacity. */
export function encodeSegments(segments: readonly Segment[], version: number): Uint8Array {
  const codewords = new Uint8Array(dataCodewords(version));
  let used = 0;
  const write = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit -= 1, used += 1) {
      codewords[used >> 3] = (codewords[used >> 3] as number) | (((value >> bit) & 1) << (7 - (used & 7)));
    }
  };
  for (const segment of segments) {
    write(segment.isAlphanumeric ? ALPHANUMERIC_MODE : BYTE_MODE, MODE_BITS);
    write(segment.part.length, countBits(segment, version));
    if (segment.isAlphanumeric) writeAlphanumeric(segment.part, write);
    else for (let at = 0; at < segment.part.length; at += 1) write(segment.part.charCodeAt(at), 8);
  }
  // Four zero bits end the data, or fewer if there is no room. The rest of the last byte is zero too.
  const next = Math.min(codewords.length, (used + MODE_BITS + 7) >> 3);
  for (let at = next; at < codewords.length; at += 1) codewords[at] = (at - next) % 2 === 0 ? 0xec : 0x11;
  return codewords;
}

/** Bits of the number of characters. */
function countBits({ isAlphanumeric }: Segment, version: number): number {
  if (!isAlphanumeric) return version < 10 ? 8 : 16;
  return version < 10 ? 9 : version < 27 ? 11 : 13;
}

function writeAlphanumeric(part: string, write: (value: number, count: number) => void): void {
  const valueAt = (at: number): number => ALPHANUMERIC.indexOf(part.charAt(at));
  for (let at = 0; at + 1 < part.length; at += 2) write(valueAt(at) * 45 + valueAt(at + 1), 11);
  if (part.length % 2 === 1) write(valueAt(part.length - 1), 6);
}
