/**
 * The digits of the number that was looked at last: one place for all, because an object for each of a hundred million
 * values would cost more than looking at them.
 */
export const measured = {
  /** Before the point, or all of them when there is none. */
  whole: 0,
  /** Behind the point. */
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
