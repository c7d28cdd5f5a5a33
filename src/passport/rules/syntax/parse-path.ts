import type { Span } from '../problem.js';
import type { Cursor } from './cursor.js';

/** Names between dots. Any word is allowed: `battery.date` is a field. */
export function parsePath(cursor: Cursor, what: string): { path: string; span: Span } {
  const first = cursor.name(what);
  let path = first.text;
  while (cursor.takeIfSymbol('.')) path += `.${cursor.name('a name after the dot').text}`;
  return { path, span: { start: first.span.start, end: cursor.end } };
}
