/**
 * Parquet's hybrid of run lengths and packed bits, for levels and dictionary indexes only: values of at most 16 bits.
 * Returns the end of the written bytes. The target must have `hybridBound` free bytes.
 */
export function writeHybridRuns(
  values: Uint8Array | Uint16Array,
  count: number,
  bitWidth: number,
  target: Uint8Array,
  at: number,
): number {
  let row = 0;
  while (row < count) {
    const length = runLength(values, row, count);
    if (length >= SHORTEST_RUN || row + length === count) {
      at = writeRun(values[row] ?? 0, length, bitWidth, target, at);
      row += length;
    } else {
      const end = packedEnd(values, row, count);
      at = writeVarint(((end - row + 7) >>> 3) * 2 + 1, target, at);
      at = packBits(values, row, end, bitWidth, target, at);
      row = end;
    }
  }
  return at;
}

/** One repeated value: a header and the value, whatever the length. */
export function writeRun(value: number, length: number, bitWidth: number, target: Uint8Array, at: number): number {
  at = writeVarint(length * 2, target, at);
  target[at++] = value & 0xff;
  if (bitWidth > 8) target[at++] = value >>> 8;
  return at;
}

/** At most everything packed plus one header: a run is only used where it is shorter than its packed bits. */
export function hybridBound(count: number, bitWidth: number): number {
  return ((count + 7) >>> 3) * bitWidth + 16;
}

/**
 * Values as bits, first value lowest; the last byte is filled with zeros. Without headers this is PLAIN for booleans.
 */
export function packBits(
  values: Uint8Array | Uint16Array,
  from: number,
  to: number,
  bitWidth: number,
  target: Uint8Array,
  at: number,
): number {
  const end = at + ((to - from + 7) >>> 3) * bitWidth;
  let bits = 0;
  let bitCount = 0;
  for (let row = from; row < to; row++) {
    bits |= (values[row] ?? 0) << bitCount;
    bitCount += bitWidth;
    while (bitCount >= 8) {
      target[at++] = bits & 0xff;
      bits >>>= 8;
      bitCount -= 8;
    }
  }
  if (bitCount > 0) target[at++] = bits;
  while (at < end) target[at++] = 0;
  return end;
}

export function writeVarint(value: number, target: Uint8Array, at: number): number {
  while (value > 0x7f) {
    target[at++] = (value & 0x7f) | 0x80;
    value >>>= 7;
  }
  target[at++] = value;
  return at;
}

/** 64 levels are 8 bytes packed, and a run with the header of what follows it is at most 7. */
const SHORTEST_RUN = 64;

/** Packed values come in groups of eight, so runs are searched for only at the beginning of a group. */
function packedEnd(values: Uint8Array | Uint16Array, from: number, count: number): number {
  let end = from + 8;
  while (end < count && runLength(values, end, Math.min(count, end + SHORTEST_RUN)) < SHORTEST_RUN) end += 8;
  return Math.min(end, count);
}

function runLength(values: Uint8Array | Uint16Array, from: number, end: number): number {
  const value = values[from];
  let row = from + 1;
  while (row < end && values[row] === value) row++;
  return row - from;
}
