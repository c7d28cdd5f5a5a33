import { type Family, familyOf, type Shape } from './shape.js';

/** All values of one shape in one column. */
export interface Tally {
  readonly shape: Shape;
  readonly family: Family;
  count: number;
  /** The 1-based row of the first value in its file, and its text. `file` is null when there is only one. */
  readonly firstRow: number;
  readonly file: string | null;
  readonly fileIndex: number;
  readonly firstText: string;
  /** Of numbers: the most digits before and after the point, and the fewest and most digits in total. */
  mostWhole: number;
  mostPlaces: number;
  fewestDigits: number;
  mostDigits: number;
  /** Of compact dates: the smallest and the largest. */
  smallest: number;
  largest: number;
  /** Of texts: their hashes, while they are few; null when there are too many. */
  distinct: Set<number> | null;
}

/** More distinct texts are not counted. */
export const MOST_DISTINCT = 20;

export function createTally(shape: Shape, firstRow: number, firstText: string): Tally {
  return {
    shape,
    family: familyOf(shape),
    count: 0,
    firstRow,
    file: null,
    fileIndex: 0,
    firstText,
    mostWhole: 0,
    mostPlaces: 0,
    fewestDigits: Infinity,
    mostDigits: 0,
    smallest: Infinity,
    largest: 0,
    distinct: new Set(),
  };
}

/** The order of rows, file by file. */
export function byPlace(a: Tally, b: Tally): number {
  return a.fileIndex - b.fileIndex || a.firstRow - b.firstRow;
}

/** Records the digits of the number that was classified last. */
export function noteDigits(tally: Tally): void {
  if (measured.whole > tally.mostWhole) tally.mostWhole = measured.whole;
  if (measured.places > tally.mostPlaces) tally.mostPlaces = measured.places;
  if (measured.digits > tally.mostDigits) tally.mostDigits = measured.digits;
  if (measured.digits < tally.fewestDigits) tally.fewestDigits = measured.digits;
}

export function noteCompactDate(tally: Tally): void {
  if (measured.compact < tally.smallest) tally.smallest = measured.compact;
  if (measured.compact > tally.largest) tally.largest = measured.compact;
}

export function noteText(tally: Tally, hash: number): void {
  if (tally.distinct === null || tally.distinct.has(hash)) return;
  tally.distinct.add(hash);
  if (tally.distinct.size > MOST_DISTINCT) tally.distinct = null;
}

/**
 * The digits of the number that was classified last. There is one object for all: one per value would cost more than
 * classifying a hundred million of them.
 */
export const measured = {
  /** Before the point; all digits without a point. */
  whole: 0,
  /** After the point. */
  places: 0,
  /** All digits, whatever the separators mean. */
  digits: 0,
  /** Of a compact date: its digits as a number. */
  compact: 0,
};

export function measure(whole: number, places: number, digits: number): void {
  measured.whole = whole;
  measured.places = places;
  measured.digits = digits;
}
