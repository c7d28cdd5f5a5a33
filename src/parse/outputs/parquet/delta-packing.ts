import assert from 'node:assert';
import { writeVarint } from './hybrid-runs.js';

const BLOCK = 128;
const MINIBLOCK = 32;
const MINIBLOCKS = BLOCK / MINIBLOCK;

/**
 * Parquet's DELTA_BINARY_PACKED: the first value, then blocks of 128 differences, each less the smallest of its block,
 * in four miniblocks that have the bits their largest needs. For ascending whole numbers.
 */
export function writeDeltas(numbers: Float64Array, target: Uint8Array, at: number): number {
  at = writeVarint(BLOCK, target, at);
  at = writeVarint(MINIBLOCKS, target, at);
  at = writeVarint(numbers.length, target, at);
  at = writeZigzag(numbers[0] ?? 0, target, at);
  for (let row = 1; row < numbers.length; row += BLOCK) {
    at = writeBlock(numbers, row, Math.min(row + BLOCK, numbers.length), target, at);
  }
  return at;
}

export function deltaBound(count: number): number {
  const blocks = Math.ceil(count / BLOCK) + 1;
  return 32 + blocks * (16 + BLOCK * 4);
}

const above = new Float64Array(BLOCK);

function writeBlock(numbers: Float64Array, from: number, to: number, target: Uint8Array, at: number): number {
  let least = Infinity;
  for (let row = from; row < to; row++) {
    const delta = (numbers[row] ?? 0) - (numbers[row - 1] ?? 0);
    above[row - from] = delta;
    if (delta < least) least = delta;
  }
  above.fill(least, to - from);
  for (let index = 0; index < BLOCK; index++) above[index] = (above[index] ?? 0) - least;

  at = writeZigzag(least, target, at);
  const widths = at;
  at += MINIBLOCKS;
  for (let miniblock = 0; miniblock < MINIBLOCKS; miniblock++) {
    const start = miniblock * MINIBLOCK;
    const bitWidth = widthOf(start);
    target[widths + miniblock] = bitWidth;
    // A miniblock without a value has no bytes; one that is partly filled has all of them.
    if (start < to - from) at = packMiniblock(start, bitWidth, target, at);
  }
  return at;
}

function widthOf(start: number): number {
  let largest = 0;
  for (let index = start; index < start + MINIBLOCK; index++) largest = Math.max(largest, above[index] ?? 0);
  assert(largest <= 0xffff_ffff, 'four thousand million rows between two row numbers');
  return 32 - Math.clz32(largest);
}

function packMiniblock(start: number, bitWidth: number, target: Uint8Array, at: number): number {
  const end = at + (MINIBLOCK / 8) * bitWidth;
  target.fill(0, at, end);
  let bit = 0;
  for (let index = start; index < start + MINIBLOCK && bitWidth > 0; index++) {
    let value = above[index] ?? 0;
    for (let left = bitWidth; left > 0;) {
      const byte = at + (bit >>> 3);
      const taken = Math.min(8 - (bit & 7), left);
      target[byte] = (target[byte] ?? 0) | ((value & ((1 << taken) - 1)) << (bit & 7));
      value = (value >>> 0) >>> taken;
      bit += taken;
      left -= taken;
    }
  }
  return end;
}

/** 0, -1, 1, -2 … become 0, 1, 2, 3 …; without 32-bit operations, because row numbers may have 53 bits. */
function writeZigzag(value: number, target: Uint8Array, at: number): number {
  let rest = value < 0 ? -value * 2 - 1 : value * 2;
  while (rest > 0x7f) {
    target[at++] = (rest % 128) | 0x80;
    rest = Math.floor(rest / 128);
  }
  target[at++] = rest;
  return at;
}
