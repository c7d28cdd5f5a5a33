import type { Dialect } from '../format/file-format.js';

/** A carriage return alone may be a stray one in a field; when one line in so many ends in one, it ends lines. */
const STRAY_RETURNS = 0.1;

/** How the lines of a text end. */
export function lineEndOf(text: string): Dialect['lineEnd'] {
  const windows = count(text, /\r\n/g);
  const feeds = count(text, /\n/g) - windows;
  const returns = count(text, /\r(?![\r\n])/g);
  if (feeds + windows === 0) return returns > 0 ? '\r' : '\n';
  if (returns > STRAY_RETURNS * (feeds + windows)) return 'mixed';
  return windows > feeds ? '\r\n' : '\n';
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found += 1;
  return found;
}

/** The lines of a text, as the reader counts them. */
export function linesOf(text: string, lineEnd: Dialect['lineEnd']): string[] {
  const lines = text.split(lineEnd === '\r' || lineEnd === 'mixed' ? /\r\n|\n|\r/ : '\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
