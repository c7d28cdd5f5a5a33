import { blockStructure } from './symbol-capacity.js';

/** Powers of 2 in the field of 256 elements with the polynomial of QR codes, and their logarithms. */
const POWERS = new Uint8Array(510);
const LOGARITHMS = new Uint8Array(256);
for (let exponent = 0, power = 1; exponent < 255; exponent += 1) {
  POWERS[exponent] = power;
  POWERS[exponent + 255] = power;
  LOGARITHMS[power] = exponent;
  power = power < 128 ? power << 1 : (power << 1) ^ 0x11d;
}

/**
 * All codewords of a code in the order in which they are placed. The data is cut into blocks, each of which gets its error
 * correction; then the first codewords of all blocks follow each other, then the second ones, so that a stain damages each a little.
 */
export function withErrorCorrection(data: Uint8Array, version: number): Uint8Array {
  const { blocks, correctionCodewords } = blockStructure(version);
  const shortLength = Math.floor(data.length / blocks);
  // The last blocks are longer by one, if the data cannot be divided.
  const shortBlocks = blocks - (data.length % blocks);
  const all = new Uint8Array(data.length + blocks * correctionCodewords);
  for (let block = 0, start = 0; block < blocks; block += 1) {
    const end = start + shortLength + (block < shortBlocks ? 0 : 1);
    const content = data.subarray(start, end);
    for (let at = 0; at < shortLength; at += 1) all[at * blocks + block] = content[at] as number;
    if (block >= shortBlocks) all[shortLength * blocks + block - shortBlocks] = content[shortLength] as number;
    const correction = correctionOf(content, correctionCodewords);
    for (let at = 0; at < correctionCodewords; at += 1) {
      all[data.length + at * blocks + block] = correction[at] as number;
    }
    start = end;
  }
  return all;
}

/** The remainder of the data as a polynomial, divided by the generator (Reed-Solomon). */
function correctionOf(data: Uint8Array, length: number): Uint8Array {
  const generator = generatorLogarithms(length);
  const remainder = new Uint8Array(length);
  for (const codeword of data) {
    const factor = codeword ^ (remainder[0] as number);
    remainder.copyWithin(0, 1);
    remainder[length - 1] = 0;
    if (factor === 0) continue;
    const logarithm = LOGARITHMS[factor] as number;
    for (let at = 0; at < length; at += 1) {
      remainder[at] = (remainder[at] as number) ^ (POWERS[logarithm + (generator[at] as number)] as number);
    }
  }
  return remainder;
}

const generators = new Map<number, Uint8Array>();

/** Logarithms of the coefficients of (x - 1)(x - 2)(x - 4)…, from the second highest down. None of them is zero. */
function generatorLogarithms(length: number): Uint8Array {
  const known = generators.get(length);
  if (known !== undefined) return known;
  let product: Uint8Array = Uint8Array.of(1);
  for (let root = 0; root < length; root += 1) product = timesRoot(product, root);
  const logarithms = product.subarray(1).map((coefficient) => LOGARITHMS[coefficient] as number);
  generators.set(length, logarithms);
  return logarithms;
}

/** The polynomial times (x - 2^root). */
function timesRoot(polynomial: Uint8Array, root: number): Uint8Array {
  const product = new Uint8Array(polynomial.length + 1);
  product.set(polynomial);
  for (const [at, coefficient] of polynomial.entries()) {
    product[at + 1] = (product[at + 1] as number) ^ (POWERS[(LOGARITHMS[coefficient] as number) + root] as number);
  }
  return product;
}
