import type { TextBuffer } from './text-buffer.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;

/** `\u001f` */
const LONGEST_ESCAPE = 6;

const ESCAPES = Array.from({ length: SPACE }, (_, code) =>
  Buffer.from(JSON.stringify(String.fromCharCode(code)).slice(1, -1), 'latin1'),
);

/** UTF-8 as a JSON string: quotes, backslashes and control characters are escaped. */
export function writeJsonString(bytes: Uint8Array, start: number, end: number, out: TextBuffer): void {
  out.reserve(end - start + 2);
  let target = out.bytes;
  let to = out.end;
  target[to++] = QUOTE;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH) {
      target[to++] = byte;
      continue;
    }
    out.end = to;
    // Room for the rest and for the escape: room for escapes only would be six times as much.
    out.reserve(end - at + LONGEST_ESCAPE + 1);
    target = out.bytes;
    if (byte < SPACE) {
      for (const character of ESCAPES[byte] ?? []) target[to++] = character;
    } else {
      target[to++] = BACKSLASH;
      target[to++] = byte;
    }
  }
  target[to++] = QUOTE;
  out.end = to;
}

/** Whether bytes are ASCII that needs no escape in JSON. Four bytes at a time, each compared within its word. */
export function needNoEscape(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) {
    const word = view.getInt32(at, true);
    const quotes = word ^ QUOTES;
    const backslashes = word ^ BACKSLASHES;
    // A byte borrows the highest bit if it is less than what is subtracted.
    const isLow = ((word - SPACES) | 0) & ~word;
    const isQuote = ((quotes - EACH) | 0) & ~quotes;
    const isBackslash = ((backslashes - EACH) | 0) & ~backslashes;
    const found = isLow | isQuote | isBackslash | word;
    if ((found & HIGHEST) !== 0) return false;
  }
  for (; at < bytes.length; at += 1) if (!isPlain(bytes[at] ?? 0)) return false;
  return true;
}

/** One in each byte of a word, and the highest bit of each. */
const EACH = 0x0101_0101;
const HIGHEST = 0x8080_8080 | 0;
const [SPACES, QUOTES, BACKSLASHES] = [SPACE * EACH, QUOTE * EACH, BACKSLASH * EACH];

/** Whether a byte is printable ASCII that needs no escape. */
export function isPlain(byte: number): boolean {
  return byte >= SPACE && byte < DELETE && byte !== QUOTE && byte !== BACKSLASH;
}

/** Writes a text as it is inside of a JSON string. Halves of surrogate pairs are escaped: they have no UTF-8 form. */
export function writeInsideQuotes(text: string, out: TextBuffer): void {
  out.utf8(NEEDS_ESCAPE.test(text) ? JSON.stringify(text).slice(1, -1) : text);
}

// oxlint-disable-next-line no-control-regex -- JSON escapes control characters and halves of surrogate pairs
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;
