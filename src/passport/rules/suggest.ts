import { nearest } from '../../platform/index.js';

/** Longer names are not compared: the time grows with the product of the lengths. */
const MAX_LENGTH = 100;
const MAX_CANDIDATES = 1_000;

/** A hint with the known name that is closest to a misspelt one, if any is close. */
export function didYouMean(wanted: string, known: Iterable<string>): string[] {
  if (wanted.length > MAX_LENGTH) return [];
  const tolerance = Math.max(1, Math.floor(wanted.length / 3));
  const similar: string[] = [];
  for (const name of known) {
    if (Math.abs(name.length - wanted.length) <= tolerance) similar.push(name);
    if (similar.length === MAX_CANDIDATES) break;
  }
  const guess = nearest(wanted, similar);
  return guess === undefined ? [] : [`Did you mean ${guess}?`];
}

/** A text of the source in a message. */
export function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
