/** The versions of QR codes: how many codewords they hold at error correction level M (ISO/IEC 18004, tables 1, 9 and E.1). */

export const MAX_VERSION = 40;

/** Error correction codewords of a block, by version from 1 on. From version 22 on it is always the last. */
const CORRECTION_CODEWORDS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28];

/** Blocks, by version from 1 on. */
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35,
  37, 38, 40, 43, 45, 47, 49,
];

export interface BlockStructure {
  readonly blocks: number;
  readonly correctionCodewords: number;
}

export function blockStructure(version: number): BlockStructure {
  return {
    blocks: BLOCKS[version - 1] as number,
    correctionCodewords: CORRECTION_CODEWORDS[Math.min(version, CORRECTION_CODEWORDS.length) - 1] as number,
  };
}

/** The number of codewords for data. */
export function dataCodewords(version: number): number {
  const { blocks, correctionCodewords } = blockStructure(version);
  return totalCodewords(version) - blocks * correctionCodewords;
}

/** Modules of a side. */
export function sideOf(version: number): number {
  return 17 + 4 * version;
}

/** Rows and columns in which the centres of alignment patterns are. */
export function alignmentCentres(version: number): number[] {
  if (version === 1) return [];
  const count = alignmentCount(version);
  const last = sideOf(version) - 7;
  // The distances are equal and even, except for the first. The standard has one exception from this rule.
  const distance = version === 32 ? 26 : 2 * Math.ceil((last - 6) / (2 * (count - 1)));
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - distance * (count - 2 - index))];
}

function alignmentCount(version: number): number {
  return Math.floor(version / 7) + 2;
}

function totalCodewords(version: number): number {
  const side = sideOf(version);
  const finders = 3 * 64;
  const timing = 2 * (side - 16);
  const format = 31;
  return Math.floor(
    (side * side - finders - timing - format - alignmentModules(version) - versionModules(version)) / 8,
  );
}

/** No pattern is in the three corners with finders. Those on a timing line share five modules with it. */
function alignmentModules(version: number): number {
  if (version === 1) return 0;
  const count = alignmentCount(version);
  return 25 * (count * count - 3) - 2 * 5 * (count - 2);
}

function versionModules(version: number): number {
  return version < 7 ? 0 : 2 * 18;
}
