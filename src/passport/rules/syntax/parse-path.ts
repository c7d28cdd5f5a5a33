import { RULE_LIMITS } from '../limits.js';
import type { Span } from '../problem.js';
import type { Cursor } from './cursor.js';
import { syntaxFailure } from './token.js';

/** Names between dots. Any word is allowed: `battery.date` is a field. */
export function parsePath(cursor: Cursor, what: string): { path: string; span: Span } {
  const first = cursor.name(what);
  const names = [first.text];
  while (cursor.takeIfSymbol('.')) {
    const { text, span } = cursor.name('a name after the dot');
    if (names.length === RULE_LIMITS.pathNames) {
      throw syntaxFailure(span, `A path has at most ${RULE_LIMITS.pathNames} names`);
    }
    names.push(text);
  }
  return { path: names.join('.'), span: { start: first.span.start, end: cursor.end } };
}
