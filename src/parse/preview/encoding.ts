import type { Head } from './head.js';
import { shiftJisShare } from './shift-jis.js';

/** `certain`: the bytes say so themselves. `likely`: they fit, and hardly fit by chance. `guess`: nothing fits better. */
export type Confidence = 'certain' | 'likely' | 'guess';

export interface Encoding {
  /** The name under which Python's open() knows it, byte order mark included. */
  readonly name: string;
  /** The name under which TextDecoder knows it. */
  readonly label: string;
  readonly confidence: Confidence;
}

const BYTE_ORDER_MARKS: readonly (readonly [number[], Encoding])[] = [
  [[0xef, 0xbb, 0xbf], { name: 'utf-8-sig', label: 'utf-8', confidence: 'certain' }],
  [[0xff, 0xfe], { name: 'utf-16', label: 'utf-16le', confidence: 'certain' }],
  [[0xfe, 0xff], { name: 'utf-16', label: 'utf-16be', confidence: 'certain' }],
];

/** Zero bytes on one side and hardly any on the other are the Latin letters of UTF-16. */
const MANY_ZEROS = 0.3;
const FEW_ZEROS = 0.05;
const CONTROLS_OF_TEXT = 0.02;
/** White space, the escape of terminal colours, and the separators that some exports put between fields. */
const CONTROLS_IN_TEXT: ReadonlySet<number> = new Set([
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b, 0x01, 0x1c, 0x1d, 0x1e, 0x1f,
]);
/** Japanese prose is half kana; two letters of Latin-1 that happen to make a kanji are none. */
const KANA_OF_JAPANESE = 0.2;

/** How the bytes are to be read as text; null when they are none. */
export function detectEncoding({ bytes, isWhole }: Pick<Head, 'bytes' | 'isWhole'>): Encoding | null {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return marked[1];
  const wide = wideEncoding(bytes, isWhole);
  if (wide !== null) return wide;
  if (controlShare(bytes) > CONTROLS_OF_TEXT) return null;
  if (isUtf8(bytes, isWhole)) {
    // A long file may have its first other letter behind the head.
    const confidence = isWhole || !isAscii(bytes) ? 'certain' : 'likely';
    return { name: 'utf-8', label: 'utf-8', confidence };
  }
  const kana = shiftJisShare(bytes, isWhole);
  if (kana >= KANA_OF_JAPANESE) return { name: 'shift_jis', label: 'shift_jis', confidence: 'likely' };
  return singleByteEncoding(bytes);
}

function wideEncoding(bytes: Uint8Array, isWhole: boolean): Encoding | null {
  if (bytes.length < 4 || (isWhole && bytes.length % 2 === 1)) return null;
  const [even, odd] = zeroShares(bytes);
  if (odd >= MANY_ZEROS && even <= FEW_ZEROS && isText(bytes, 'utf-16le', isWhole)) {
    return { name: 'utf-16-le', label: 'utf-16le', confidence: 'likely' };
  }
  if (even >= MANY_ZEROS && odd <= FEW_ZEROS && isText(bytes, 'utf-16be', isWhole)) {
    return { name: 'utf-16-be', label: 'utf-16be', confidence: 'likely' };
  }
  return null;
}

/** Which part of the bytes at even and at odd places is zero. */
function zeroShares(bytes: Uint8Array): readonly [even: number, odd: number] {
  let even = 0;
  let odd = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even++;
    else odd++;
  }
  return [even / (bytes.length / 2), odd / (bytes.length / 2)];
}

/** Small numbers of two bytes look like UTF-16 too, but read as text they are control characters. */
function isText(bytes: Uint8Array, label: string, isWhole: boolean): boolean {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes, { stream: !isWhole });
    const controls = text.match(/(?!\s)\p{Cc}/gu)?.length ?? 0;
    return controls <= text.length * CONTROLS_OF_TEXT;
  } catch {
    return false;
  }
}

/** A single NUL is enough for bytes that are no text; a stray control character is not. */
function controlShare(bytes: Uint8Array): number {
  let controls = 0;
  for (const byte of bytes) {
    if (byte === 0) return 1;
    if (byte < 0x20 && !CONTROLS_IN_TEXT.has(byte)) controls++;
  }
  return controls / bytes.length;
}

function isUtf8(bytes: Uint8Array, isWhole: boolean): boolean {
  try {
    // `stream` forgives a character that the cut went through.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/** Every byte is a letter in Latin-1. Its Windows variant has quotes and the euro sign where Latin-1 has controls. */
function singleByteEncoding(bytes: Uint8Array): Encoding {
  const isWindows = bytes.some((byte) => byte >= 0x80 && byte <= 0x9f);
  const letters = bytes.filter((byte) => byte >= 0x80);
  const isPlausible = letters.filter((byte) => byte >= 0xc0).length >= letters.length / 2;
  return {
    name: isWindows ? 'cp1252' : 'latin-1',
    label: 'windows-1252',
    confidence: isPlausible ? 'likely' : 'guess',
  };
}
