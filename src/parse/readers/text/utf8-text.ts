import type { Encoding } from '../../formats/encoding/detect-encoding.js';

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;

/** The text of a file as UTF-8, chunk by chunk, without its byte order mark. UTF-8 itself passes as it is, unchecked. */
export async function* utf8Text(source: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Uint8Array> {
  if (encoding.label === 'utf-8') return yield* withoutMark(source);
  yield* source;
}

/** A mark may lie across two chunks of a file that trickles in. */
async function* withoutMark(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | null = new Uint8Array(0);
  for await (const chunk of source) {
    if (start === null) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
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
