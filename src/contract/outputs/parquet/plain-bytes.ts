import type { VariableBytes } from '../../columns/typed.js';
import type { Dictionary } from './dictionary.js';
import type { PageBuffer } from './page-buffer.js';

const LENGTH_BYTES = 4;

/** The values of a batch, with the view that reads four of their bytes at once. */
export class BytesSource {
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
  readonly view: DataView;

  constructor(column: VariableBytes) {
    this.offsets = column.offsets;
    this.bytes = column.bytes;
    this.view = new DataView(column.bytes.buffer, column.bytes.byteOffset, column.bytes.byteLength);
  }
}

/** The row up to which values, with their lengths, take no more than `room` bytes. */
export function plainRowsThatFit(
  source: BytesSource,
  present: Uint8Array | null,
  from: number,
  to: number,
  room: number,
): number {
  const { offsets } = source;
  const atMost = (offsets[to] ?? 0) - (offsets[from] ?? 0) + (to - from) * LENGTH_BYTES;
  if (atMost <= room) return to;
  let left = room;
  let row = from;
  for (; row < to; row++) {
    if (present?.[row] === 0) continue;
    left -= (offsets[row + 1] ?? 0) - (offsets[row] ?? 0) + LENGTH_BYTES;
    if (left < 0) break;
  }
  return row;
}

/** Appends values as PLAIN: the length, then the bytes. */
export function copyPlain(
  source: BytesSource,
  present: Uint8Array | null,
  from: number,
  to: number,
  page: PageBuffer,
): void {
  const { offsets, bytes, view } = source;
  page.reserve((offsets[to] ?? 0) - (offsets[from] ?? 0) + (to - from) * LENGTH_BYTES);
  const target = page.bytes;
  const targetView = page.view;
  // Copies go by four bytes and may run over the end of a value: in the page the next value covers that, and the
  // source must not be read behind its end.
  const lastWord = bytes.byteLength - 4;
  let at = page.end;
  for (let row = from; row < to; row++) {
    if (present?.[row] === 0) continue;
    const start = offsets[row] ?? 0;
    const length = (offsets[row + 1] ?? 0) - start;
    targetView.setInt32(at, length, true);
    at += LENGTH_BYTES;
    if (length > LONG_BYTES) target.set(bytes.subarray(start, start + length), at);
    else if (start + length > lastWord) for (let i = 0; i < length; i++) target[at + i] = bytes[start + i] ?? 0;
    else for (let i = 0; i < length; i += 4) targetView.setInt32(at + i, view.getInt32(start + i, true), true);
    at += length;
  }
  page.end = at;
}

/** Writes out as PLAIN what was already replaced by indexes. */
export function copyEntries(dictionary: Dictionary, indexes: Uint16Array, page: PageBuffer): void {
  for (const index of indexes) {
    const entry = dictionary.page.bytes.subarray(dictionary.startOf(index), dictionary.startOf(index + 1));
    page.reserve(entry.byteLength);
    page.bytes.set(entry, page.end);
    page.end += entry.byteLength;
  }
}

/** From here on the runtime's own copy is used. A guess: its cost by the call was known, the crossing point not measured. */
const LONG_BYTES = 128;
