import type { Grammar } from './grammar.js';

const SPACE = 0x20;

/**
 * Whether the quote inside an unquoted field shows that the record is damaged. In a file that quotes properly it always
 * does. In other files a quote may be data (`12"`), unless a delimiter is inside the quotes that it opens:
 * `2,$6.00"Chair, blue",4` lacks a delimiter, and its cells would be shifted.
 */
export function isStray(bytes: Uint8Array, from: number, to: number, grammar: Grammar, field: number): boolean {
  return grammar.strictQuotes || opensAcross(bytes, fieldStart(bytes, from, to, grammar, field), to, grammar);
}

/** Where a field of a record with as many delimiters begins. Fields before it may be quoted. */
function fieldStart(
  bytes: Uint8Array,
  from: number,
  to: number,
  { delimiterByte, quote }: Grammar,
  field: number,
): number {
  let at = from;
  let isInside = false;
  for (let passed = 0; passed < field && at < to; at += 1) {
    if (bytes[at] === quote) isInside = !isInside;
    else if (bytes[at] === delimiterByte && !isInside) passed += 1;
  }
  return at;
}

/** Whether a quote between two characters is closed by a quote at the end of a later field. */
function opensAcross(bytes: Uint8Array, from: number, to: number, { delimiterByte, quote }: Grammar): boolean {
  const isText = (byte = 0): boolean => byte > SPACE && byte !== delimiterByte && byte !== quote;
  let at = from;
  while (at < to && bytes[at] !== quote) at += 1;
  if (!isText(bytes[at - 1]) || !isText(bytes[at + 1])) return false;
  let crosses = false;
  for (at += 1; at < to; at += 1) {
    if (bytes[at] === delimiterByte) crosses = true;
    else if (bytes[at] === quote) return crosses && (at + 1 >= to || !isText(bytes[at + 1])) && isText(bytes[at - 1]);
  }
  return false;
}
