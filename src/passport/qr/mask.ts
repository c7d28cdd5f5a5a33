import { type SymbolLayout, withRemainder } from './symbol-layout.js';

/** Which modules of the data a mask inverts. */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The modules with the mask that has the lowest penalty; of equal ones, the first. */
export function leastConspicuousMask(layout: SymbolLayout, codewords: Uint8Array): Uint8Array {
  const { size, dataPlaces } = layout;
  const unmasked = layout.patterns.slice();
  // After the last codeword, up to seven places are left over.
  for (let bit = 0; bit < codewords.length * 8; bit += 1) {
    unmasked[dataPlaces[bit] as number] = ((codewords[bit >> 3] as number) >> (7 - (bit & 7))) & 1;
  }
  let best = unmasked;
  let lowest = Infinity;
  for (const [mask, inverted] of invertedPlaces(layout).entries()) {
    const modules = unmasked.slice();
    for (let at = 0; at < inverted.length; at += 1) {
      const place = inverted[at] as number;
      modules[place] = (modules[place] as number) ^ 1;
    }
    writeFormat(layout, modules, mask);
    const penalty = penaltyOf(modules, size, lowest);
    if (penalty >= lowest) continue;
    lowest = penalty;
    best = modules;
  }
  return best;
}

const inversions = new WeakMap<SymbolLayout, readonly Uint16Array[]>();

function invertedPlaces(layout: SymbolLayout): readonly Uint16Array[] {
  const known = inversions.get(layout);
  if (known !== undefined) return known;
  const { size, dataPlaces } = layout;
  const places = MASKS.map((isInverted) =>
    dataPlaces.filter((place) => isInverted(Math.floor(place / size), place % size)),
  );
  inversions.set(layout, places);
  return places;
}

/** Level M has the bits 00 before the mask; 10 bits of error correction follow. */
function writeFormat({ formatPlaces }: SymbolLayout, modules: Uint8Array, mask: number): void {
  const bits = withRemainder(mask, 10, 0x537) ^ 0x5412;
  for (const [bit, places] of formatPlaces.entries()) {
    for (const place of places) modules[place] = (bits >> bit) & 1;
  }
}

/** Dark, light, three dark, light, dark, with four light modules after or before: easily mistaken for a finder. */
const LIKE_FINDER_THEN_LIGHT = 0b1011101_0000;
const LIGHT_THEN_LIKE_FINDER = 0b0000_1011101;
const WINDOW = 0b111_1111_1111;

/** How hard the code is to read (section 7.8.3 of the standard). Stops above `enough`. */
function penaltyOf(modules: Uint8Array, size: number, enough: number): number {
  let penalty = balancePenalty(modules);
  for (let line = 0; line < size && penalty < enough; line += 1) {
    penalty += linePenalty(modules, size, line * size, 1) + linePenalty(modules, size, line, size);
    if (line > 0) penalty += blockPenalty(modules, size, line * size);
  }
  return penalty;
}

/** Ten for every 5 % that the share of dark modules differs from a half. */
function balancePenalty(modules: Uint8Array): number {
  let dark = 0;
  for (let place = 0; place < modules.length; place += 1) dark += modules[place] as number;
  return 10 * Math.floor(Math.abs((20 * dark) / modules.length - 10));
}

/** A row or a column: three for five modules of the same colour, one for each further one; 40 for what looks like a finder. */
function linePenalty(modules: Uint8Array, size: number, start: number, stride: number): number {
  let penalty = 0;
  let colour = -1;
  let run = 0;
  // The modules of a colour that is neither, so that the first window begins after eleven modules.
  let window = 0;
  for (let at = 0, place = start; at < size; at += 1, place += stride) {
    const module = modules[place] as number;
    if (module === colour) {
      run += 1;
      if (run >= 5) penalty += run === 5 ? 3 : 1;
    } else {
      colour = module;
      run = 1;
    }
    window = ((window << 1) | module) & WINDOW;
    if (at >= 10 && (window === LIKE_FINDER_THEN_LIGHT || window === LIGHT_THEN_LIKE_FINDER)) penalty += 40;
  }
  return penalty;
}

/** Three for every block of two by two modules of the same colour, in this row and the one above. */
function blockPenalty(modules: Uint8Array, size: number, start: number): number {
  let penalty = 0;
  let previous = (modules[start] as number) + (modules[start - size] as number);
  for (let place = start + 1; place < start + size; place += 1) {
    const both = (modules[place] as number) + (modules[place - size] as number);
    if (both === previous && both !== 1) penalty += 3;
    previous = both;
  }
  return penalty;
}
