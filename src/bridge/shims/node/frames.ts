import { DEFAULT_BOUNDS } from '../../protocol/bounds.js';
import { END_SIGNAL, ERROR_SIGNAL, LOG_SIGNAL } from '../../frames/frame.js';
import { LOG_LEVELS, type LogLevel, type ParserHello } from '../../protocol/message.js';

/** A frame in several parts, so that a large payload is not copied. */
export type EncodedFrame = readonly Uint8Array[];

export function encodeData(payload: Uint8Array): EncodedFrame {
  return [unsigned32(payload.byteLength), payload];
}

export function encodeHello(parser: ParserHello): EncodedFrame {
  return encodeData(Buffer.from(`${JSON.stringify({ $casparian: { parser } })}\n`));
}

export function encodeRows(header: { output?: string; columns: readonly string[] }, lines: string): EncodedFrame {
  return encodeData(Buffer.from(`${JSON.stringify({ $casparian: header })}\n${lines}`));
}

export function encodeLog(level: LogLevel, text: string): EncodedFrame {
  const bytes = cut(Buffer.from(text));
  return [unsigned32(LOG_SIGNAL), Uint8Array.of(LOG_LEVELS.indexOf(level)), unsigned32(bytes.length), bytes];
}

export function encodeError(text: string): EncodedFrame {
  const bytes = cut(Buffer.from(text));
  return [unsigned32(ERROR_SIGNAL), unsigned32(bytes.length), bytes];
}

export function encodeEnd(): EncodedFrame {
  return [unsigned32(END_SIGNAL)];
}

function unsigned32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** At most the limit, and never in the middle of a character: bytes 10xxxxxx continue one. */
function cut(text: Buffer): Buffer {
  let end = Math.min(text.length, DEFAULT_BOUNDS.maxTextBytes);
  while (end < text.length && end > 0 && ((text[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return text.subarray(0, end);
}
