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

/**
 * Rows of equal length as a zlib stream (RFC 1950). A row that equals the one above is a reference to it, everything else is
 * written byte by byte: the picture of a QR code repeats each row ten times and shrinks to an eighth. Unlike the output of a
 * library, the bytes never change.
 */
export function deflateRows(rows: Iterable<Buffer>): Buffer {
  const bits = createBitWriter();
  // The last block, with the fixed Huffman codes.
  bits.write(1, 1);
  bits.write(1, 2);
  let above: Buffer | undefined;
  let checksum = 1;
  for (const row of rows) {
    checksum = adler32(row, checksum);
    if (above?.equals(row) === true) writeCopy(bits, row.length);
    else for (const byte of row) writeSymbol(bits, byte);
    above = row;
  }
  writeSymbol(bits, END_OF_BLOCK);
  const trailer = Buffer.alloc(4);
  trailer.writeUInt32BE(checksum);
  return Buffer.concat([Buffer.from([0x78, 0x01]), bits.end(), trailer]);
}

/** Repeats the last `length` bytes, in pieces that deflate can express. */
function writeCopy(bits: BitWriter, length: number): void {
  let rest = length;
  while (rest > 0) {
    // What is left after the longest match must not be too short for another one.
    const piece =
      rest > LONGEST_MATCH && rest < LONGEST_MATCH + SHORTEST_MATCH
        ? rest - SHORTEST_MATCH
        : Math.min(rest, LONGEST_MATCH);
    const lengthIndex = LENGTHS.findLastIndex((first) => first <= piece);
    writeSymbol(bits, FIRST_LENGTH_CODE + lengthIndex);
    bits.write(piece - (LENGTHS[lengthIndex] as number), lengthExtraBits(lengthIndex));
    const distanceIndex = DISTANCES.findLastIndex((first) => first <= length);
    bits.writeReversed(distanceIndex, 5);
    bits.write(length - (DISTANCES[distanceIndex] as number), Math.max(0, (distanceIndex >> 1) - 1));
    rest -= piece;
  }
}

function lengthExtraBits(index: number): number {
  return index < 8 || index === LENGTHS.length - 1 ? 0 : (index >> 2) - 1;
}

/** The fixed Huffman codes (RFC 1951, section 3.2.6). */
function writeSymbol(bits: BitWriter, symbol: number): void {
  if (symbol < 144) bits.writeReversed(0x30 + symbol, 8);
  else if (symbol < 256) bits.writeReversed(0x190 + symbol - 144, 9);
  else if (symbol < 280) bits.writeReversed(symbol - 256, 7);
  else bits.writeReversed(0xc0 + symbol - 280, 8);
}

interface BitWriter {
  /** Lowest bit first. */
  write(value: number, count: number): void;
  /** Highest bit first, as Huffman codes are written. */
  writeReversed(value: number, count: number): void;
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
    writeReversed(value, count) {
      for (let bit = count - 1; bit >= 0; bit -= 1) write((value >> bit) & 1, 1);
    },
    end() {
      if (pendingBits > 0) bytes.push(pending);
      return Buffer.from(bytes);
    },
  };
}

function adler32(bytes: Uint8Array, start: number): number {
  let low = start & 0xffff;
  let high = start >>> 16;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return ((high << 16) | low) >>> 0;
}
