import { isAscii } from 'node:buffer';
import { cjsonText, compareUtf8 } from '../../platform/index.js';

/** Thrown when bytes are not canonical JSON (BPC-CJSON-1). */
export class NotCanonical extends Error {
  override readonly name = 'NotCanonical';
}

/** JSON in UTF-8, and the texts of its parts. */
export interface Source {
  readonly bytes: Uint8Array;
  /** The text between two places. */
  readonly slice: (start: number, end: number) => string;
}

/** Parts of a text are cheaper than texts of parts of the bytes, but only ASCII has the same places in both. */
export function sourceOf(given: Uint8Array): Source {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.length);
  if (!isAscii(bytes)) return { bytes, slice: (start, end) => bytes.toString('utf8', start, end) };
  const text = bytes.toString('latin1');
  return { bytes, slice: (start, end) => text.slice(start, end) };
}

/** Where a value is. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The members of the canonical object that begins at a place. Reading bytes and finding out that they are canonical is one pass:
 * parsing everything and encoding it again took half of the time of a verification. The bytes must be valid UTF-8. `endOf` may return the
 * end of a member that it has read itself and found canonical.
 */
export function membersAt(
  source: Source,
  start: number,
  endOf: (name: string, start: number) => number | undefined = () => undefined,
): { members: Map<string, Span>; end: number } {
  const { bytes } = source;
  const members = new Map<string, Span>();
  expect(bytes, start, OPENING_BRACE);
  if (bytes[start + 1] === CLOSING_BRACE) return { members, end: start + 2 };
  let key = FIRST;
  for (let at = start; ;) {
    const valueStart = afterKey(bytes, at + 1, key);
    key = at + 1;
    const name = nameAt(bytes, key);
    at = endOf(name, valueStart) ?? canonicalEnd(bytes, valueStart);
    members.set(name, { start: valueStart, end: at });
    if (bytes[at] === COMMA) continue;
    expect(bytes, at, CLOSING_BRACE);
    return { members, end: at + 1 };
  }
}

/** Whether the value at a place is a list. */
export function isList({ bytes }: Source, start: number): boolean {
  return bytes[start] === OPENING_BRACKET;
}

/** The texts of the items of the canonical list that begins at a place. */
export function itemTexts({ bytes, slice }: Source, start: number): string[] {
  const items: string[] = [];
  expect(bytes, start, OPENING_BRACKET);
  if (bytes[start + 1] === CLOSING_BRACKET) return items;
  for (let at = start; ;) {
    const end = canonicalEnd(bytes, at + 1);
    items.push(slice(at + 1, end));
    at = end;
    if (bytes[at] !== COMMA) return items;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Instead of the place of a key: there is none yet, or the container is a list. */
const FIRST = -1;
const LIST = -2;

/** The end of the canonical value that begins at a place. Without recursion, so that no nesting exhausts the stack. */
export function canonicalEnd(bytes: Uint8Array, start: number): number {
  /** The place of the last key of each open object. */
  const open: number[] = [];
  let at = start;
  for (;;) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = stringEnd(bytes, at);
    } else if (byte === OPENING_BRACE && bytes[at + 1] !== CLOSING_BRACE) {
      open.push(at + 1);
      at = afterKey(bytes, at + 1, FIRST);
      continue;
    } else if (byte === OPENING_BRACKET && bytes[at + 1] !== CLOSING_BRACKET) {
      open.push(LIST);
      at += 1;
      continue;
    } else {
      at = byte === OPENING_BRACE || byte === OPENING_BRACKET ? at + 2 : wordEnd(bytes, at);
    }
    // After a value: containers end, or the next value begins.
    for (;;) {
      if (open.length === 0) return at;
      const key = open[open.length - 1] as number;
      if (bytes[at] === COMMA) {
        at += 1;
        if (key === LIST) break;
        open[open.length - 1] = at;
        at = afterKey(bytes, at, key);
        break;
      }
      expect(bytes, at, key === LIST ? CLOSING_BRACKET : CLOSING_BRACE);
      open.pop();
      at += 1;
    }
  }
}

/** The place after a key and its colon. The key must come after the one before it. */
function afterKey(bytes: Uint8Array, key: number, before: number): number {
  expect(bytes, key, QUOTE);
  const end = stringEnd(bytes, key);
  expect(bytes, end, COLON);
  if (before !== FIRST && !isAfter(bytes, key, before)) throw new NotCanonical();
  return end + 1;
}

/** Keys are in the order of their UTF-8 bytes. An escape is another byte than what it means. */
function isAfter(bytes: Uint8Array, key: number, before: number): boolean {
  for (let index = 1; ; index += 1) {
    const byte = bytes[key + index] as number;
    const byteBefore = bytes[before + index] as number;
    if (byte === BACKSLASH || byteBefore === BACKSLASH) {
      return compareUtf8(nameAt(bytes, before), nameAt(bytes, key)) < 0;
    }
    if (byte === QUOTE) return false;
    if (byteBefore === QUOTE) return true;
    if (byte !== byteBefore) return byte > byteBefore;
  }
}

function nameAt(bytes: Uint8Array, key: number): string {
  return JSON.parse(textOf(bytes, key, stringEnd(bytes, key))) as string;
}

/** The end of the string whose first quote is at a place. */
function stringEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (;;) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at + 1;
    // Past the end there are no bytes, and a comparison with undefined is false.
    if (!(byte >= 0x20) || byte === BACKSLASH) return escapedStringEnd(bytes, start);
    at += 1;
  }
}

/** Strings with escapes are few: each is encoded again. */
function escapedStringEnd(bytes: Uint8Array, start: number): number {
  let end = start + 1;
  while (end < bytes.length && bytes[end] !== QUOTE) end += bytes[end] === BACKSLASH ? 2 : 1;
  const written = textOf(bytes, start, end + 1);
  try {
    if (cjsonText(JSON.parse(written)) === written) return end + 1;
  } catch {
    // Not JSON, or half of a surrogate pair.
  }
  throw new NotCanonical();
}

const WORDS = ['true', 'false', 'null'].map((word) => Buffer.from(word));

/** The end of an integer, or of another word. */
function wordEnd(bytes: Uint8Array, start: number): number {
  const digits = bytes[start] === MINUS ? start + 1 : start;
  if (isDigit(bytes[digits])) {
    if (bytes[digits] === DIGIT_0 && digits > start) throw new NotCanonical();
    let end = digits + 1;
    if (bytes[digits] !== DIGIT_0) while (isDigit(bytes[end])) end += 1;
    return end;
  }
  const word = WORDS.find((each) => isAt(bytes, start, each));
  if (word === undefined) throw new NotCanonical();
  return start + word.length;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= DIGIT_0 && byte <= DIGIT_9;
}

/** Whether the expected bytes are at a place. */
export function isAt(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index += 1) {
    if (bytes[at + index] !== expected[index]) return false;
  }
  return true;
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8', start, end);
}

function expect(bytes: Uint8Array, at: number, byte: number): void {
  if (bytes[at] !== byte) throw new NotCanonical();
}
