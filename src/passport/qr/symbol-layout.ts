import { alignmentCentres, sideOf } from './symbol-capacity.js';

/** What all codes of a version have in common. */
export interface SymbolLayout {
  /** Modules of a side. */
  readonly size: number;
  /** Row by row: 1 is dark. Finders, timing, alignment and version; format and data are light. */
  readonly patterns: Uint8Array;
  /** Places of the bits of the data, in their order. */
  readonly dataPlaces: Uint16Array;
  /** Places of the 15 bits of the format, which are written twice: the lowest bit first. */
  readonly formatPlaces: readonly (readonly [number, number])[];
}

const layouts = new Map<number, SymbolLayout>();

export function symbolLayout(version: number): SymbolLayout {
  const known = layouts.get(version);
  if (known !== undefined) return known;
  const layout = createLayout(version);
  layouts.set(version, layout);
  return layout;
}

function createLayout(version: number): SymbolLayout {
  const size = sideOf(version);
  const patterns = new Uint8Array(size * size);
  const isReserved = new Uint8Array(size * size);
  const put = (row: number, column: number, isDark: boolean): void => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    patterns[row * size + column] = isDark ? 1 : 0;
    isReserved[row * size + column] = 1;
  };
  for (let at = 0; at < size; at += 1) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  putAlignment(version, put);
  // With the light line around it, a finder has nine modules a side, some of them outside.
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    putSquare(row, column, 4, (distance) => distance !== 2 && distance !== 4, put);
  }
  if (version >= 7) putVersion(version, size, put);
  const formatPlaces = formatPairs(size);
  for (const place of formatPlaces.flat()) isReserved[place] = 1;
  put(size - 8, 8, true);
  return { size, patterns, dataPlaces: zigzag(size, isReserved), formatPlaces };
}

type Put = (row: number, column: number, isDark: boolean) => void;

/** Squares in each other: whether a module is dark depends on its distance from the centre. */
function putSquare(row: number, column: number, reach: number, isDark: (distance: number) => boolean, put: Put): void {
  for (let down = -reach; down <= reach; down += 1) {
    for (let right = -reach; right <= reach; right += 1) {
      put(row + down, column + right, isDark(Math.max(Math.abs(down), Math.abs(right))));
    }
  }
}

function putAlignment(version: number, put: Put): void {
  const centres = alignmentCentres(version);
  const last = centres.at(-1);
  for (const row of centres) {
    for (const column of centres) {
      const isInFinder = (row === 6 && (column === 6 || column === last)) || (row === last && column === 6);
      if (!isInFinder) putSquare(row, column, 2, (distance) => distance !== 1, put);
    }
  }
}

/** The version with 12 bits of error correction, twice. */
function putVersion(version: number, size: number, put: Put): void {
  const bits = withRemainder(version, 12, 0x1f25);
  for (let bit = 0; bit < 18; bit += 1) {
    const isDark = ((bits >> bit) & 1) === 1;
    const [long, short] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
    put(long, short, isDark);
    put(short, long, isDark);
  }
}

/** The number, followed by its remainder as a polynomial over bits (BCH code). */
export function withRemainder(value: number, remainderBits: number, polynomial: number): number {
  let rest = value << remainderBits;
  for (let bit = 31; bit >= remainderBits; bit -= 1) {
    if ((rest >>> bit) & 1) rest ^= polynomial << (bit - remainderBits);
  }
  return (value << remainderBits) | rest;
}

/** Next to the first finder, and split between the two others. Row and column 6 have the timing. */
function formatPairs(size: number): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  for (let bit = 0; bit < 15; bit += 1) {
    const downward = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit;
    const leftward = bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit;
    pairs.push([downward * size + 8, 8 * size + leftward]);
  }
  return pairs;
}

/** Up and down in strips of two columns, from the right; the column of the timing is skipped. */
function zigzag(size: number, isReserved: Uint8Array): Uint16Array {
  const places: number[] = [];
  let isUpward = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = isUpward ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (isReserved[row * size + column] === 0) places.push(row * size + column);
      }
    }
    isUpward = !isUpward;
  }
  return Uint16Array.from(places);
}
