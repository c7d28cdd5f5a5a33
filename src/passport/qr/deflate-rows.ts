/** Lengths and distances of deflate (RFC 1951, section 3.2.5): the first value of each code. Extra bits count from there. */
const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const DISTANCES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
];
const FIRST_LENGTH_CODE = 257;
const END_OF_BLOCK = 256;
const LONGEST_MATCH = 258;
const SHORTEST_MATCH = 3;

/** A row of bytes, and how often it is written. */
export interface RepeatedRow {
  readonly bytes: Uint8Array;
  readonly times: number;
}

/**
 * Rows of the same length as a zlib stream (RFC 1950). A row that equals the one above is a reference to it, everything else is
 * written byte by byte: the picture of a QR code repeats each row ten times and shrinks to an eighth. Unlike the output of a
 * library, the bytes never change.
 */
export function deflateRows(rows: Iterable<RepeatedRow>, rowLength: number): Buffer {
  const copy = copyOf(rowLength);
  const bits = createBitWriter();
  // The last block, with the fixed Huffman codes.
  bits.write(1, 1);
  bits.write(1, 2);
  let above: Uint8Array | undefined;
  let checksum = 1;
  for (const { bytes, times } of rows) {
    checksum = adler32(bytes, times, checksum);
    let left = times;
    if (above === undefined || Buffer.compare(above, bytes) !== 0) {
      for (let at = 0; at < bytes.length; at += 1) bits.writeSymbol(bytes[at] as number);
      left -= 1;
    }
    for (; left > 0; left -= 1) for (const [value, count] of copy) bits.write(value, count);
    above = bytes;
  }
  bits.writeSymbol(END_OF_BLOCK);
  const trailer = Buffer.alloc(4);
  trailer.writeUInt32BE(checksum);
  return Buffer.concat([Buffer.from([0x78, 0x01]), bits.end(), trailer]);
}

/** Bits that are written lowest bit first. */
type Bits = readonly [value: number, count: number];

/** What repeats the last `length` bytes, in pieces that deflate can express. */
function copyOf(length: number): Bits[] {
  const copy: Bits[] = [];
  const distanceIndex = DISTANCES.findLastIndex((first) => first <= length);
  let rest = length;
  while (rest > 0) {
    // What is left after the longest match must not be too short for another one.
    const piece =
      rest > LONGEST_MATCH && rest < LONGEST_MATCH + SHORTEST_MATCH
        ? rest - SHORTEST_MATCH
        : Math.min(rest, LONGEST_MATCH);
    const lengthIndex = LENGTHS.findLastIndex((first) => first <= piece);
    const symbol = FIRST_LENGTH_CODE + lengthIndex;
    copy.push(
      [SYMBOL_CODES[symbol] as number, SYMBOL_BITS[symbol] as number],
      [piece - (LENGTHS[lengthIndex] as number), lengthExtraBits(lengthIndex)],
      [reversed(distanceIndex, 5), 5],
      [length - (DISTANCES[distanceIndex] as number), Math.max(0, (distanceIndex >> 1) - 1)],
    );
    rest -= piece;
  }
  return copy;
}

function lengthExtraBits(index: number): number {
  return index < 8 || index === LENGTHS.length - 1 ? 0 : (index >> 2) - 1;
}

/** The fixed Huffman code of a symbol (RFC 1951, section 3.2.6), and its bits. */
function huffmanCode(symbol: number): readonly [code: number, bits: number] {
  if (symbol < 144) return [0x30 + symbol, 8];
  if (symbol < 256) return [0x190 + symbol - 144, 9];
  return symbol < 280 ? [symbol - 256, 7] : [0xc0 + symbol - 280, 8];
}

/** Huffman codes are written from their highest bit on, everything else from the lowest. */
function reversed(value: number, count: number): number {
  let result = 0;
  for (let bit = 0; bit < count; bit += 1) result |= ((value >> bit) & 1) << (count - 1 - bit);
  return result;
}

const SYMBOLS = 288;
const SYMBOL_BITS = Uint8Array.from({ length: SYMBOLS }, (_, symbol) => huffmanCode(symbol)[1]);
const SYMBOL_CODES = Uint16Array.from({ length: SYMBOLS }, (_, symbol) => reversed(...huffmanCode(symbol)));

interface BitWriter {
  /** Lowest bit first. */
  write(value: number, count: number): void;
  writeSymbol(symbol: number): void;
  end(): Buffer;
}

function createBitWriter(): BitWriter {
  const bytes: number[] = [];
  let pending = 0;
  let pendingBits = 0;
  const write = (value: number, count: number): void => {
    pending |= value << pendingBits;
    pendingBits += count;
    for (; pendingBits >= 8; pendingBits -= 8) {
      bytes.push(pending & 0xff);
      pending >>>= 8;
    }
  };
  return {
    write,
    writeSymbol: (symbol) => write(SYMBOL_CODES[symbol] as number, SYMBOL_BITS[symbol] as number),
    end() {
      if (pendingBits > 0) bytes.push(pending);
      return Buffer.from(bytes);
    },
  };
}

const ADLER_MODULUS = 65_521;

/**
 * The checksum of zlib, continued over a row that is repeated. A row changes both halves by sums that do not depend on what
 * came before, so each repetition costs the same, however long the row is.
 */
function adler32(row: Uint8Array, times: number, start: number): number {
  let sum = 0;
  let sumOfSums = 0;
  for (let at = 0; at < row.length; at += 1) {
    sum = (sum + (row[at] as number)) % ADLER_MODULUS;
    sumOfSums = (sumOfSums + sum) % ADLER_MODULUS;
  }
  let low = start & 0xffff;
  let high = start >>> 16;
  for (let time = 0; time < times; time += 1) {
    high = (high + row.length * low + sumOfSums) % ADLER_MODULUS;
    low = (low + sum) % ADLER_MODULUS;
  }
  return ((high << 16) | low) >>> 0;
}
