import type { TextBuffer } from './text-buffer.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** UTF-8 as a JSON string: quotes, backslashes and control characters escaped, everything else as it is. */
export function writeJsonString(bytes: Uint8Array, start: number, end: number, out: TextBuffer): void {
  out.reserve((end - start) * LONGEST_ESCAPE + 2);
  const target = out.bytes;
  let to = out.end;
  target[to++] = QUOTE;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE || byte === BACKSLASH) {
      target[to++] = BACKSLASH;
      target[to++] = byte;
    } else if (byte < SPACE) {
      for (const character of ESCAPES[byte] ?? []) target[to++] = character;
    } else {
      target[to++] = byte;
    }
  }
  target[to++] = QUOTE;
  out.end = to;
}

/** JSON as it is, but on one line: a line break can stand in it only between its values, where a space does as well. */
export function writeOnOneLine(bytes: Uint8Array, start: number, end: number, out: TextBuffer): void {
  out.reserve(end - start);
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    out.bytes[out.end++] = byte < SPACE ? SPACE : byte;
  }
}

/** `\u001f` */
const LONGEST_ESCAPE = 6;

const ESCAPES = Array.from({ length: SPACE }, (_, code) =>
  Buffer.from(JSON.stringify(String.fromCharCode(code)).slice(1, -1), 'latin1'),
);
