/** PostgreSQL's type numbers. */
const UUID = 2950;
const TID = 27;
const UUID_BYTES = 16;
const UUID_LETTERS = 36;
const TID_BYTES = 6;
const HEADER_BYTES = 20;
const IS_NULL = -1;
/** Where each byte of an id begins in its text, between the dashes. */
const DIGITS_AT = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34);
/** By character code, of both cases. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);

/**
 * An array of ids in PostgreSQL's binary format. The server takes several times as long to read them as text. Digit by digit from
 * bytes takes half as long as from strings, or as to remove the dashes for Node's own decoder: 0.08 µs for an id.
 */
export function binaryIds(ids: readonly string[]): Buffer {
  const text = Buffer.from(ids.join(''), 'latin1');
  const bytes = Buffer.alloc(HEADER_BYTES + ids.length * (4 + UUID_BYTES));
  let at = writeHeader(bytes, UUID, ids.length);
  for (let from = 0; from < text.length; from += UUID_LETTERS) {
    bytes[at + 3] = UUID_BYTES;
    at += 4;
    for (const digit of DIGITS_AT) bytes[at++] = (valueAt(text, from + digit) << 4) | valueAt(text, from + digit + 1);
  }
  return bytes;
}

function valueAt(text: Buffer, at: number): number {
  return VALUES[text[at] as number] as number;
}

/** An array of row places, which are given as text: `(block,offset)`. */
export function binaryPlaces(places: readonly (string | undefined)[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + places.length * (4 + TID_BYTES));
  let at = writeHeader(bytes, TID, places.length);
  for (const place of places) {
    if (place === undefined) {
      at = bytes.writeInt32BE(IS_NULL, at);
      continue;
    }
    const comma = place.indexOf(',');
    at = bytes.writeInt32BE(TID_BYTES, at);
    at = bytes.writeUInt32BE(Number(place.slice(1, comma)), at);
    at = bytes.writeUInt16BE(Number(place.slice(comma + 1, -1)), at);
  }
  return bytes.subarray(0, at);
}

/** One dimension, beginning at 1, with elements of this type. */
function writeHeader(bytes: Buffer, type: number, length: number): number {
  let at = bytes.writeInt32BE(1, 0);
  at = bytes.writeInt32BE(1, at);
  at = bytes.writeInt32BE(type, at);
  at = bytes.writeInt32BE(length, at);
  return bytes.writeInt32BE(1, at);
}
