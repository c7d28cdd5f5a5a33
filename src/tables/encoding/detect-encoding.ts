import { isAscii } from 'node:buffer';
import { countUtf8 } from './utf-8.js';
import { wideEncoding } from './utf-16.js';
import { utf32Encoding } from './utf-32.js';
import { doubleByteEncoding } from './double-byte.js';
import { singleByteEncoding } from './single-byte.js';

/**
 * `certain`: the bytes identify the encoding. `likely`: they fit, and hardly by chance. `guess`: nothing fits better.
 */
export type Confidence = 'certain' | 'likely' | 'guess';

/** The beginning of a file. */
export interface Bytes {
  readonly bytes: Uint8Array;
  /** Whether these are all bytes of the file. */
  readonly isWhole: boolean;
}

export interface Encoding {
  /** The name in Python's open(), byte order mark included. */
  readonly name: string;
  /** The name in TextDecoder; we name those that it does not know. */
  readonly label: string;
  readonly confidence: Confidence;
}

const BYTE_ORDER_MARKS: readonly (readonly [number[], Encoding])[] = [
  [[0xef, 0xbb, 0xbf], { name: 'utf-8-sig', label: 'utf-8', confidence: 'certain' }],
  [[0xff, 0xfe], { name: 'utf-16', label: 'utf-16le', confidence: 'certain' }],
  [[0xfe, 0xff], { name: 'utf-16', label: 'utf-16be', confidence: 'certain' }],
];

/** The share of control characters that a text may have. */
const CONTROLS_OF_TEXT = 0.02;
const NULS_OF_TEXT = 0.3;
const LINE_FEED = 0x0a;
/** White space, the escape of terminal colours, and separators of some exports. */
const CONTROLS_IN_TEXT = [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b, 0x01, 0x1c, 0x1d, 0x1e, 0x1f];
const IS_CONTROL = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 && !CONTROLS_IN_TEXT.includes(byte) ? 1 : 0,
);
/** Japanese prose is half kana. Two letters of Latin-1 can look like one kanji. */
const KANA_OF_JAPANESE = 0.2;

/** Detects the encoding of bytes; null when they are not text. */
export function detectEncoding({ bytes, isWhole }: Bytes): Encoding | null {
  const wider = utf32Encoding(bytes);
  if (wider !== null) return wider;
  const marked = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return marked[1];
  const wide = wideEncoding(bytes, isWhole);
  if (wide !== null) return wide;
  if (!isText(bytes)) return null;
  // The first non-ASCII letter of a long file may come after the head.
  if (isAscii(bytes)) return { ...UTF_8, confidence: isWhole ? 'certain' : 'likely' };
  const { valid, invalid } = countUtf8(bytes, isWhole);
  if (invalid === 0) return UTF_8;
  // Other encodings hardly ever form valid UTF-8 characters, so a few invalid bytes among valid ones are damage.
  if (valid >= invalid) return { ...UTF_8, confidence: 'likely' };
  const kana = shiftJisShare(bytes, isWhole);
  if (kana >= KANA_OF_JAPANESE) return { name: 'shift_jis', label: 'shift_jis', confidence: 'likely' };
  return localEncoding(bytes, isWhole);
}

const UTF_8: Encoding = { name: 'utf-8', label: 'utf-8', confidence: 'certain' };

/**
 * Whether the bytes are text; a few control characters are accepted. More NULs are accepted without other control
 * characters: programs pad values with them, and a power failure may leave them at the end of a file.
 */
function isText(bytes: Uint8Array): boolean {
  let nuls = 0;
  let controls = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 0) nuls += 1;
    else controls += IS_CONTROL[bytes[at] ?? 0] ?? 0;
  }
  if (nuls + controls <= CONTROLS_OF_TEXT * bytes.length) return true;
  return controls === 0 && nuls <= NULS_OF_TEXT * bytes.length && bytes.includes(LINE_FEED);
}

/** In Latin script, non-ASCII letters occur singly; in other scripts they form whole words. */
const LETTERS_IN_A_ROW = 2.5;
/** Single-byte letters with a higher score are not halves of double-byte characters. */
const HARDLY_BY_CHANCE = 0.85;

/** Chooses among the encodings from before UTF-8. */
function localEncoding(bytes: Uint8Array, isWhole: boolean): Encoding {
  const double = doubleByteEncoding(bytes, isWhole);
  const sample = aroundLetters(bytes);
  const { score, ...single } = singleByteEncoding(sample, lettersInARow(sample) >= LETTERS_IN_A_ROW);
  return double === null || score >= HARDLY_BY_CHANCE ? single : double;
}

const BLOCK_BYTES = 64;
const MOST_BLOCKS = 256;

/** The parts of a text with non-ASCII letters: the rest does not show the encoding. */
function aroundLetters(bytes: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let from = 0; from < bytes.length && blocks.length < MOST_BLOCKS; from += BLOCK_BYTES) {
    const block = bytes.subarray(from, from + BLOCK_BYTES);
    if (block.some((byte) => byte >= 0x80)) blocks.push(block);
  }
  return Buffer.concat(blocks);
}

function lettersInARow(bytes: Uint8Array): number {
  let letters = 0;
  let rows = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    letters += 1;
    if (at === 0 || (bytes[at - 1] ?? 0) < 0x80) rows += 1;
  }
  return rows === 0 ? 0 : letters / rows;
}

/** The share of non-ASCII characters that would be kana in Shift-JIS; 0 when the bytes are not valid Shift-JIS. */
function shiftJisShare(bytes: Uint8Array, isWhole: boolean): number {
  let text: string;
  try {
    text = new TextDecoder('shift_jis', { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return 0;
  }
  const foreign = text.match(/[^\p{ASCII}]/gu) ?? [];
  const kana = text.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) ?? [];
  // Half-width katakana are single bytes above 0xA0, which are frequent in Latin-1: they prove nothing.
  const proof = kana.filter((letter) => letter < '\uff61' || letter > '\uff9f');
  return foreign.length === 0 ? 0 : proof.length / foreign.length;
}
