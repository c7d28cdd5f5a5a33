import type { Grammar } from './grammar.js';

/** Where the quote stands that closes the field whose content begins at `from`; -1 when there is none before `to`. */
export function closingQuote(bytes: Uint8Array, from: number, to: number, { quote, backslash }: Grammar): number {
  let at = from;
  while (at < to) {
    const byte = bytes[at];
    if (byte === quote) {
      if (bytes[at + 1] !== quote || at + 1 >= to) return at;
      at += 2;
    } else if (byte === backslash) {
      at += 2;
    } else {
      at += 1;
    }
  }
  return -1;
}
