let viewed: Uint8Array = new Uint8Array(0);
let view: Buffer = Buffer.alloc(0);

/** The text of a few bytes. Keeps the view of the last buffer: creating one costs more than the text. */
export function textAt(bytes: Uint8Array, start: number, end: number, encoding: 'latin1' | 'utf8'): string {
  if (bytes !== viewed) {
    viewed = bytes;
    view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  return view.toString(encoding, start, end);
}
