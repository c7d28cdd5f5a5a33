import { BACKSLASH, CUT, malformed, QUOTE, type Scan } from './scan.js';

/** 1 for what is not simply a part of the string: its end, an escape, a control character. */
const STOPS = new Uint8Array(256).fill(1, 0, 0x20);
STOPS[QUOTE] = 1;
STOPS[BACKSLASH] = 1;

const ESCAPES: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt', 'latin1'));
const UNICODE_ESCAPE = 0x75;

/** The place behind the string whose opening quote is at `from`. */
export function stringEnd(bytes: Uint8Array, from: number, to: number, scan: Scan): number {
  scan.rewritten = false;
  let at = from + 1;
  for (;;) {
    while (STOPS[bytes[at] ?? 0] === 0) at += 1;
    if (at >= to) return CUT;
    if (bytes[at] === QUOTE) return at + 1;
    if (bytes[at] !== BACKSLASH) return malformed(scan, 'a string holds a control character or a line end');
    scan.rewritten = true;
    at = escapeEnd(bytes, at, to, scan);
    if (at < 0) return at;
  }
}

function escapeEnd(bytes: Uint8Array, from: number, to: number, scan: Scan): number {
  if (from + 1 >= to) return CUT;
  if (ESCAPES.has(bytes[from + 1] ?? 0)) return from + 2;
  if (bytes[from + 1] !== UNICODE_ESCAPE) return malformed(scan, 'a string holds an escape that JSON does not have');
  const unit = unitAt(bytes, from, to);
  if (unit < 0) return unit === CUT ? CUT : malformed(scan, 'a string holds \\u without four hexadecimal digits');
  if (unit < 0xd800 || unit > 0xdfff) return from + 6;
  // Half a character has no form in UTF-8: written, it would silently become another.
  const second = unit < 0xdc00 ? unitAt(bytes, from + 6, to) : NaN;
  if (second === CUT) return CUT;
  return second >= 0xdc00 && second <= 0xdfff ? from + 12 : malformed(scan, 'a string holds half a character');
}

/** The number behind the `\u` at `at`; NaN when there is no such escape. */
function unitAt(bytes: Uint8Array, at: number, to: number): number {
  if (at < to && bytes[at] !== BACKSLASH) return NaN;
  if (at + 1 < to && bytes[at + 1] !== UNICODE_ESCAPE) return NaN;
  if (at + 6 > to) return CUT;
  let unit = 0;
  for (let digit = at + 2; digit < at + 6; digit += 1) unit = unit * 16 + hexValue(bytes[digit] ?? 0);
  return Number.isNaN(unit) ? -2 : unit;
}

function hexValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : NaN;
}
