import type { Encoding } from './encoding.js';
import type { Head } from './head.js';

/** The text of a head, without its byte order mark and without half a character at its end. */
export function decodeHead({ bytes, isWhole }: Head, { label }: Encoding): string {
  return new TextDecoder(label).decode(bytes, { stream: !isWhole });
}
