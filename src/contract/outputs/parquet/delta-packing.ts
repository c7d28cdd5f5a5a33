import assert from 'node:assert';
import { writeVarint } from './hybrid-runs.js';

const BLOCK = 128;
const MINIBLOCK = 32;
const MINIBLOCKS = BLOCK / MINIBLOCK;

/**
 * Parquet's DELTA_BINARY_PACKED for numbers that ascend: the first value, then blocks of 128 differences, each less the
 * smallest of its block, in four miniblocks that have the bits their largest needs. The numbers are 64-bit integers
 * below 2^53, given as pairs of words from `first` on.
 */
export function writeAscending(
  words: Int32Array,
  first: number,
  count: number,
  target: Uint8Array,
  at: number,
): number {
  at = writeVarint(BLOCK, target, at);
  at = writeVarint(MINIBLOCKS, target, at);
  at = writeVarint(count, target, at);
  at = writeZigzag(numberAt(words, first), target, at);
  for (let row = 1; row < count; row += BLOCK) {
    const start = first + row * 2;
    const deltas = Math.min(BLOCK, count - row);
    at = isRunOfOnes(words, start, deltas) ? writeOnes(target, at) : writeBlock(words, start, deltas, target, at);
  }
  return at;
}

export function deltaBound(count: number): number {
  const blocks = Math.ceil(count / BLOCK) + 1;
  return 32 + blocks * (16 + BLOCK * 4);
}

export function numberAt(words: Int32Array, at: number): number {
  return (words[at + 1] ?? 0) * 0x1_0000_0000 + ((words[at] ?? 0) >>> 0);
}

/** Numbers that ascend and end as far away as there are of them have no gap: the rows of a file without quarantine. */
function isRunOfOnes(words: Int32Array, start: number, deltas: number): boolean {
  return numberAt(words, start + (deltas - 1) * 2) - numberAt(words, start - 2) === deltas;
}

function writeOnes(target: Uint8Array, at: number): number {
  at = writeZigzag(1, target, at);
  target.fill(0, at, at + MINIBLOCKS);
  return at + MINIBLOCKS;
}

const above = new Float64Array(BLOCK);

function writeBlock(words: Int32Array, start: number, deltas: number, target: Uint8Array, at: number): number {
  let least = Infinity;
  for (let index = 0; index < deltas; index++) {
    const delta = numberAt(words, start + index * 2) - numberAt(words, start + index * 2 - 2);
    above[index] = delta;
    if (delta < least) least = delta;
  }
  assert(least >= 1, 'row numbers ascend');
  above.fill(least, deltas);
  for (let index = 0; index < BLOCK; index++) above[index] = (above[index] ?? 0) - least;

  at = writeZigzag(least, target, at);
  const widths = at;
  at += MINIBLOCKS;
  for (let miniblock = 0; miniblock < MINIBLOCKS; miniblock++) {
    const from = miniblock * MINIBLOCK;
    const bitWidth = widthOf(from);
    target[widths + miniblock] = bitWidth;
    // A miniblock without a value has no bytes; one that is partly filled has all of them.
    if (from < deltas) at = packMiniblock(from, bitWidth, target, at);
  }
  return at;
}

function widthOf(from: number): number {
  let largest = 0;
  for (let index = from; index < from + MINIBLOCK; index++) largest = Math.max(largest, above[index] ?? 0);
  assert(largest <= 0xffff_ffff, 'four thousand million rows between two row numbers');
  return 32 - Math.clz32(largest);
}

function packMiniblock(from: number, bitWidth: number, target: Uint8Array, at: number): number {
  const end = at + (MINIBLOCK / 8) * bitWidth;
  target.fill(0, at, end);
  let bit = 0;
  for (let index = from; index < from + MINIBLOCK; index++) {
    let value = (above[index] ?? 0) >>> 0;
    for (let left = bitWidth; left > 0;) {
      const byte = at + (bit >>> 3);
      const taken = Math.min(8 - (bit & 7), left);
      target[byte] = (target[byte] ?? 0) | ((value & ((1 << taken) - 1)) << (bit & 7));
      value >>>= taken;
      bit += taken;
      left -= taken;
    }
  }
  return end;
}

/** A positive number is doubled; without 32-bit operations, because row numbers may have 53 bits. */
function writeZigzag(value: number, target: Uint8Array, at: number): number {
  let rest = value * 2;
  while (rest > 0x7f) {
    target[at++] = (rest % 128) | 0x80;
    rest = Math.floor(rest / 128);
  }
  target[at++] = rest;
  return at;
}
