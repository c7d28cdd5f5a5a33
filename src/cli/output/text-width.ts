import { createRequire } from 'node:module';
import type stringWidth from 'string-width';

/** For terminals that report a width of 0, as in some containers. */
export const USUAL_COLUMNS = 80;

/**
 * Characters that take one column each: Latin, Greek, Cyrillic, dashes, quotes and pictures of control characters. Other
 * text needs `string-width`, which takes 50 ms to load, mostly for its table of emoji.
 */
const NARROW = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2400-\u2426]*$/;

const require = createRequire(import.meta.url);

/** Columns that a text takes on a terminal: 2 for `日` and most emoji, 0 for a combining mark. */
export function textWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  return (require('string-width') as { default: typeof stringWidth }).default(text);
}

/** Fills a text with spaces up to a width. */
export function padText(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'left' ? text + space : space + text;
}

/** Shortens a text that is wider than `width`, between graphemes; `…` marks the cut. */
export function cutText(text: string, width: number, cut: 'begin' | 'end' = 'end'): string {
  if (textWidth(text) <= width) return text;
  const parts = graphemesOf(text);
  if (cut === 'begin')
    return `…${fitting(parts.reverse(), width - 1)
      .reverse()
      .join('')}`;
  return `${fitting(parts, width - 1).join('')}…`;
}

function graphemesOf(text: string): string[] {
  if (NARROW.test(text)) return text.split('');
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

function fitting(parts: readonly string[], width: number): string[] {
  let used = 0;
  const end = parts.findIndex((part) => (used += textWidth(part)) > width);
  return parts.slice(0, end === -1 ? undefined : end);
}
