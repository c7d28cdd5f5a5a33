import {
  BACKSLASH,
  BOOLEAN,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  CUT,
  malformed,
  NESTED,
  NULL,
  NUMBER,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  type Scan,
  spaceEnd,
  TEXT,
} from './scan.js';

/** Deeper than real data, and far from a stack overflow. */
const DEEPEST = 1_000;

const WORDS: readonly (readonly [Uint8Array, number])[] = (
  [
    ['true', BOOLEAN],
    ['false', BOOLEAN],
    ['null', NULL],
  ] as const
).map(([word, type]) => [Buffer.from(word), type]);

/** Not JSON, but what Python and others write for special floats. Inside lists and objects they are faults. */
const FLOAT_WORDS: readonly (readonly [Uint8Array, number])[] = ['NaN', 'Infinity', '-Infinity'].map((word) => [
  Buffer.from(word),
  NUMBER,
]);
const ALL_WORDS = [...WORDS, ...FLOAT_WORDS];

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LOWER_E = 0x65;

/** The position after the value that begins at `from`. Its type is in `scan`. */
export function valueEnd(bytes: Uint8Array, from: number, to: number, scan: Scan): number {
  if (from >= to) return CUT;
  const first = bytes[from];
  if (first === QUOTE) {
    scan.type = TEXT;
    return stringEnd(bytes, from, to, scan);
  }
  if (first === OPEN_OBJECT || first === OPEN_LIST) {
    scan.spaced = false;
    const end = nestedEnd(bytes, from, to, scan, 1);
    scan.type = NESTED;
    scan.rewritten = scan.spaced;
    return end;
  }
  scan.rewritten = false;
  return scalarEnd(bytes, from, to, scan, ALL_WORDS);
}

function scalarEnd(bytes: Uint8Array, from: number, to: number, scan: Scan, words: typeof WORDS): number {
  const first = bytes[from] ?? 0;
  if (isDigit(first) || (first === MINUS && isDigit(bytes[from + 1] ?? 0))) {
    scan.type = NUMBER;
    return numberEnd(bytes, from, to, scan);
  }
  for (const [word, type] of words) {
    if (word[0] !== first) continue;
    scan.type = type;
    const end = wordEnd(bytes, from, to, word);
    if (end !== null) return end;
  }
  return first === MINUS && from + 1 >= to ? CUT : malformed(scan, 'a value is missing or invalid');
}

function wordEnd(bytes: Uint8Array, from: number, to: number, word: Uint8Array): number | null {
  for (let index = 0; index < word.length; index += 1) {
    if (from + index >= to) return CUT;
    if (bytes[from + index] !== word[index]) return null;
  }
  return from + word.length;
}

function numberEnd(bytes: Uint8Array, from: number, to: number, scan: Scan): number {
  let at = bytes[from] === MINUS ? from + 1 : from;
  const whole = at;
  at = digitsEnd(bytes, at, to);
  if (at - whole > 1 && bytes[whole] === ZERO) return malformed(scan, 'a number begins with a zero');
  if (at < to && bytes[at] === POINT) {
    const fraction = at + 1;
    at = digitsEnd(bytes, fraction, to);
    if (at === fraction && at < to) return malformed(scan, 'a number ends in its point');
  }
  if (at < to && ((bytes[at] ?? 0) | 0x20) === LOWER_E) {
    const isSigned = bytes[at + 1] === PLUS || bytes[at + 1] === MINUS;
    const exponent = at + (isSigned ? 2 : 1);
    at = digitsEnd(bytes, exponent, to);
    if (at === exponent && at < to) return malformed(scan, 'a number has no digits in its exponent');
  }
  // More digits may follow.
  return at >= to ? CUT : at;
}

function digitsEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isDigit(bytes[at] ?? 0)) at += 1;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

/** The position after a list or object. Every part is checked: nested values must be valid JSON too. */
function nestedEnd(bytes: Uint8Array, from: number, to: number, scan: Scan, depth: number): number {
  if (depth > DEEPEST) return malformed(scan, `a value is nested more than ${DEEPEST} deep`);
  const isObject = bytes[from] === OPEN_OBJECT;
  const closing = isObject ? CLOSE_OBJECT : CLOSE_LIST;
  let at = pastSpace(bytes, from + 1, to, scan);
  if (at < to && bytes[at] === closing) return at + 1;
  for (;;) {
    if (isObject) {
      at = keyEnd(bytes, at, to, scan);
      if (at < 0) return at;
    }
    at = innerEnd(bytes, at, to, scan, depth);
    if (at < 0) return at;
    at = pastSpace(bytes, at, to, scan);
    if (at >= to) return CUT;
    if (bytes[at] === closing) return at + 1;
    if (bytes[at] !== COMMA) return malformed(scan, 'a comma or a bracket is missing');
    at = pastSpace(bytes, at + 1, to, scan);
  }
}

/** The position after the colon of a key, where its value begins. */
function keyEnd(bytes: Uint8Array, from: number, to: number, scan: Scan): number {
  if (from >= to) return CUT;
  if (bytes[from] !== QUOTE) return malformed(scan, 'a key is missing its quotes');
  const end = stringEnd(bytes, from, to, scan);
  return end < 0 ? end : behindColon(bytes, end, to, scan);
}

export function behindColon(bytes: Uint8Array, from: number, to: number, scan: Scan): number {
  const colon = pastSpace(bytes, from, to, scan);
  if (colon >= to) return CUT;
  return bytes[colon] === COLON
    ? pastSpace(bytes, colon + 1, to, scan)
    : malformed(scan, 'a colon is missing after a key');
}

function innerEnd(bytes: Uint8Array, from: number, to: number, scan: Scan, depth: number): number {
  if (from >= to) return CUT;
  const first = bytes[from];
  if (first === QUOTE) return stringEnd(bytes, from, to, scan);
  if (first === OPEN_OBJECT || first === OPEN_LIST) return nestedEnd(bytes, from, to, scan, depth + 1);
  return scalarEnd(bytes, from, to, scan, WORDS);
}

function pastSpace(bytes: Uint8Array, from: number, to: number, scan: Scan): number {
  const end = spaceEnd(bytes, from, to);
  if (end !== from) scan.spaced = true;
  return end;
}

/** 1 for bytes that end or interrupt a string: quote, escape, control character. */
const STOPS = new Uint8Array(256).fill(1, 0, 0x20);
STOPS[QUOTE] = 1;
STOPS[BACKSLASH] = 1;

const ESCAPES: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt', 'latin1'));
const UNICODE_ESCAPE = 0x75;

/** The position after the string whose opening quote is at `from`. */
export function stringEnd(bytes: Uint8Array, from: number, to: number, scan: Scan): number {
  scan.rewritten = false;
  let at = from + 1;
  for (;;) {
    while (STOPS[bytes[at] ?? 0] === 0) at += 1;
    if (at >= to) return CUT;
    if (bytes[at] === QUOTE) return at + 1;
    if (bytes[at] !== BACKSLASH) return malformed(scan, 'a string contains a control character or a line end');
    scan.rewritten = true;
    at = escapeEnd(bytes, at, to, scan);
    if (at < 0) return at;
  }
}

function escapeEnd(bytes: Uint8Array, from: number, to: number, scan: Scan): number {
  if (from + 1 >= to) return CUT;
  if (ESCAPES.has(bytes[from + 1] ?? 0)) return from + 2;
  if (bytes[from + 1] !== UNICODE_ESCAPE) return malformed(scan, 'a string contains an escape that JSON does not have');
  const unit = unitAt(bytes, from, to);
  if (unit < 0) return unit === CUT ? CUT : malformed(scan, 'a string contains \\u without four hexadecimal digits');
  if (unit < 0xd800 || unit > 0xdfff) return from + 6;
  // Half a surrogate pair cannot be written as UTF-8: it would silently become another character.
  const second = unit < 0xdc00 ? unitAt(bytes, from + 6, to) : NaN;
  if (second === CUT) return CUT;
  return second >= 0xdc00 && second <= 0xdfff
    ? from + 12
    : malformed(scan, 'a string contains half of a surrogate pair');
}

/** The number of the `\u` escape at `at`; NaN if invalid. */
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
