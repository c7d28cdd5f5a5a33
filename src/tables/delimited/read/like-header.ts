const [SPACE, TAB, CR, QUOTE] = [0x20, 0x09, 0x0d, 0x22] as const;
const [UPPER_A, UPPER_Z, TO_LOWER] = [0x41, 0x5a, 0x20] as const;

/** A header line without blanks and quotes, in lower case. */
export function foldedHeader(header: Uint8Array): Uint8Array {
  return header.filter((byte) => !isIgnored(byte)).map(folded);
}

/**
 * Whether a line has the names of the header with other capitals, quotes or blanks: files from several programs were
 * concatenated. The first byte decides for nearly every row.
 */
export function isLikeHeader(bytes: Uint8Array, from: number, to: number, header: Uint8Array): boolean {
  if (header.length === 0) return false;
  let seen = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isIgnored(byte)) continue;
    if (folded(byte) !== header[seen]) return false;
    seen += 1;
  }
  return seen === header.length;
}

function isIgnored(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === CR || byte === QUOTE;
}

function folded(byte: number): number {
  return byte >= UPPER_A && byte <= UPPER_Z ? byte + TO_LOWER : byte;
}
