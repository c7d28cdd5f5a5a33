import { createDecode } from '../encoding/decode.js';
import type { Encoding } from '../encoding/detect-encoding.js';
import { CR, LF } from './lines.js';

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;
const MARK = Buffer.from(BYTE_ORDER_MARK);

/**
 * The text of a file as UTF-8, chunk by chunk, without its byte order mark. UTF-8 input is passed through unchecked.
 */
export function utf8Text(source: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncIterable<Uint8Array> {
  return withoutInnerMarks(transcodedFrom(encoding) === null ? withoutMark(source) : transcoded(source, encoding));
}

/** The name of the encoding that a text had before it became UTF-8; null when it was UTF-8 already. */
export function transcodedFrom({ name, label }: Encoding): string | null {
  return label === 'utf-8' ? null : name;
}

async function* transcoded(source: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Uint8Array> {
  const decode = createDecode(encoding);
  for await (const chunk of source) yield Buffer.from(decode(chunk, false), 'utf8');
  yield Buffer.from(decode(new Uint8Array(0), true), 'utf8');
}

/** The mark may be split between two chunks. */
async function* withoutMark(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | null = new Uint8Array(0);
  for await (const chunk of source) {
    if (start === null) {
      yield chunk;
      continue;
    }
    start = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
    if (start.length < BYTE_ORDER_MARK.length) continue;
    yield dropMark(start);
    start = null;
  }
  if (start !== null && start.length > 0) yield dropMark(start);
}

function dropMark(bytes: Uint8Array): Uint8Array {
  const isMarked = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte);
  return isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

/** Concatenated files have byte order marks at the beginning of lines. */
async function* withoutInnerMarks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, at + MARK.length)) {
      if (at === 0 || (bytes[at - 1] !== LF && bytes[at - 1] !== CR)) continue;
      yield chunk.subarray(from, at);
      from = at + MARK.length;
    }
    yield from === 0 ? chunk : chunk.subarray(from);
  }
}
