import type { Encoding } from './detect-encoding.js';
import { doubleByteEncoding } from './double-byte.js';
import { singleByteEncoding } from './single-byte.js';

/** In Latin script letters beyond ASCII stand alone; in other scripts they make up whole words. */
const LETTERS_IN_A_ROW = 2.5;
/** Letters of one byte that stand so well are no halves of others. */
const HARDLY_BY_CHANCE = 0.85;

/** Which of the encodings from before UTF-8 a text is in. */
export function localEncoding(bytes: Uint8Array, isWhole: boolean): Encoding {
  const double = doubleByteEncoding(bytes, isWhole);
  const sample = aroundLetters(bytes);
  const { score, ...single } = singleByteEncoding(sample, lettersInARow(sample) >= LETTERS_IN_A_ROW);
  return double === null || score >= HARDLY_BY_CHANCE ? single : double;
}

const BLOCK_BYTES = 64;
const MOST_BLOCKS = 256;

/** The parts of a text that have letters beyond ASCII: the rest says nothing. */
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
