import type { TypedColumn } from '../columns/typed.js';
import type { ValueHash } from './seen-values.js';

/** Hashes the value of a row. The answer is one array that the next call overwrites. */
export function createValueHash(column: TypedColumn): (row: number) => ValueHash {
  const hash = new Uint32Array(4);
  if ('bytes' in column) {
    const { offsets, bytes } = column;
    return (row) => mixBytes(hash, bytes, offsets[row] ?? 0, offsets[row + 1] ?? 0);
  }
  if (column.values instanceof Float64Array) return floatHash(column.values, hash);
  const values = 'wide' in column.values ? column.values.wide : column.values;
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const width = 'wide' in column.values ? 16 : column.values.BYTES_PER_ELEMENT;
  return (row) => mixBytes(hash, bytes, row * width, (row + 1) * width);
}

/** Zero and minus zero are equal, and so is every NaN: they are one value in a column where values are unique. */
function floatHash(values: Float64Array, hash: ValueHash): (row: number) => ValueHash {
  const number = new Float64Array(1);
  const bytes = new Uint8Array(number.buffer);
  return (row) => {
    const value = values[row] ?? 0;
    number[0] = value === 0 ? 0 : Number.isNaN(value) ? NaN : value;
    return mixBytes(hash, bytes, 0, 8);
  };
}

/** Four lanes of multiply and rotate, each fed with every byte, that mix into one another at the end. */
function mixBytes(hash: ValueHash, bytes: Uint8Array, start: number, end: number): ValueHash {
  let a = 0x9e3779b1;
  let b = 0x85ebca77;
  let c = 0xc2b2ae3d;
  let d = 0x27d4eb2f;
  for (let at = start; at < end; at += 1) {
    const byte = (bytes[at] ?? 0) + 1;
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(rotated(b, 5) ^ byte, 0x85ebca6b);
    c = Math.imul(rotated(c, 13) + byte, 0xc2b2ae35);
    d = Math.imul(rotated(d, 17) ^ (byte + a), 0x9e3779b1);
  }
  const length = end - start;
  hash[0] = finished(a ^ rotated(d, 7) ^ length);
  hash[1] = finished(b + a);
  hash[2] = finished(c ^ b);
  hash[3] = finished(d + c);
  return hash;
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function finished(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
