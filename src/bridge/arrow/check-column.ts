import { isAscii, isUtf8 } from 'node:buffer';
import { type Data, type DataType, Type, util } from 'apache-arrow';
import { MalformedPayload } from '../protocol/protocol-error.js';

/**
 * Throws unless every row of a column can be read from its own buffers: they are long enough, offsets ascend within
 * them, dictionary indices exist, text is UTF-8 and the number of nulls is as declared. Costs one pass over offsets and
 * text, and nothing for values of fixed width.
 */
export function checkColumn(data: Data, name: string): void {
  try {
    checkData(data);
  } catch (error) {
    if (!(error instanceof MalformedPayload)) throw error;
    throw new MalformedPayload(`its column ${JSON.stringify(name)} ${error.message}`);
  }
}

function checkData(data: Data): void {
  if (data.typeId === Type.Null) return;
  checkNulls(data);
  switch (data.typeId) {
    case Type.Bool:
      return checkRoom('values', (data.values as Uint8Array).length, Math.ceil(data.length / 8));
    case Type.Int:
    case Type.Float:
    case Type.Decimal:
    case Type.Date:
    case Type.Time:
    case Type.Timestamp:
    case Type.FixedSizeBinary:
      return checkRoom('values', valueCount(data), data.length * data.stride);
    case Type.Utf8:
    case Type.LargeUtf8:
      checkOffsets(offsetsOf(data), data.length, (data.values as Uint8Array).length);
      return checkText(data);
    case Type.Binary:
    case Type.LargeBinary:
      return checkOffsets(offsetsOf(data), data.length, (data.values as Uint8Array).length);
    case Type.List:
    case Type.LargeList:
    case Type.Map:
      checkOffsets(offsetsOf(data), data.length, childOf(data).length);
      return checkData(childOf(data));
    case Type.FixedSizeList:
      checkRoom('items', childOf(data).length, data.length * data.stride);
      return checkData(childOf(data));
    case Type.Struct:
      return checkMembers(data);
    case Type.Dictionary:
      return checkDictionary(data);
    default:
      throw new MalformedPayload(`has the Arrow type ${Type[data.typeId]}, which is not sent over the bridge`);
  }
}

function checkNulls({ nullCount, nullBitmap, length }: Data): void {
  if (nullCount === 0) return;
  checkRoom('null bits', nullBitmap.length * 8, length);
  const nulls = length - util.popcnt_bit_range(nullBitmap, 0, length);
  if (nulls !== nullCount) throw new MalformedPayload(`states ${nullCount} nulls and has ${nulls}`);
}

function checkRoom(what: string, has: number, needs: number): void {
  if (has < needs) throw new MalformedPayload(`needs ${needs} ${what} for its rows and has ${has}`);
}

function valueCount(data: Data): number {
  return (data.values as { readonly length: number }).length;
}

function offsetsOf(data: Data): Offsets {
  return data.valueOffsets as Offsets;
}

function childOf(data: Data): Data {
  const child = data.children[0];
  if (!child) throw new MalformedPayload('lacks its items');
  return child;
}

function checkMembers(data: Data): void {
  for (const member of data.children) {
    checkRoom('values in each member', member.length, data.length);
    checkData(member);
  }
}

/** The slot of a null may contain anything, so only the others must be valid indices. */
function checkDictionary(data: Data): void {
  checkRoom('indices', valueCount(data), data.length);
  const chunks = (data.dictionary?.data ?? []) as readonly Data<DataType>[];
  const entries = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const indices = data.values as Int32Array | BigInt64Array;
  for (let row = 0; row < data.length; row += 1) {
    const index = Number(indices[row]);
    if ((index < 0 || index >= entries) && data.getValid(row)) {
      throw new MalformedPayload(`has the dictionary index ${index} in row ${row + 1}; there are ${entries} entries`);
    }
  }
  chunks.forEach(checkData);
}

export type Offsets = Int32Array | BigInt64Array;

/** The offsets of a column without rows may be missing. */
export function checkOffsets(offsets: Offsets, rows: number, end: number): void {
  if (rows === 0) return;
  if (offsets.length < rows + 1) {
    throw new MalformedPayload(`needs ${rows + 1} offsets for its rows and has ${offsets.length}`);
  }
  if (offsets instanceof BigInt64Array) checkWide(offsets, rows, end);
  else checkRising(offsets, 1, rows, end);
}

/**
 * 64-bit offsets are read as pairs of 32 bits, because a bigint for each would cost more than all other checks. A frame
 * is smaller than 2^31 bytes, so the high half of an offset is 0.
 */
function checkWide(offsets: BigInt64Array, rows: number, end: number): void {
  const halves = new Int32Array(offsets.buffer, offsets.byteOffset, offsets.length * 2);
  for (let row = 0; row <= rows; row += 1) {
    if (halves[2 * row + 1] !== 0) throw new MalformedPayload(`has an offset out of bounds in row ${row + 1}`);
  }
  checkRising(halves, 2, rows, end);
}

/**
 * The loop has no branch and collects one bit, which is tested afterwards; the wrong offset is searched for only then.
 */
function checkRising(offsets: Int32Array, step: number, rows: number, end: number): void {
  const first = offsets[0] ?? 0;
  let previous = first;
  let falls = 0;
  for (let index = step; index <= rows * step; index += step) {
    const offset = offsets[index] ?? 0;
    falls |= offset | (offset - previous);
    previous = offset;
  }
  if (first < 0 || falls < 0) throw new MalformedPayload(`has offsets that fall ${fallingRow(offsets, step, rows)}`);
  if (previous > end) throw new MalformedPayload(`has offsets up to ${previous} into data of ${end}`);
}

function fallingRow(offsets: Int32Array, step: number, rows: number): string {
  let row = 1;
  while (row < rows && (offsets[row * step] ?? 0) >= (offsets[(row - 1) * step] ?? 0)) row += 1;
  return (offsets[0] ?? 0) < 0 ? 'below 0' : `in row ${row}`;
}

/**
 * Checks all text of a column at once, which is fast. That is enough for ASCII, and for other text if no value begins
 * inside a character. The slot of a null may contain any bytes, so after a failure the values are checked one by one.
 */
function checkText(data: Data): void {
  if (data.length === 0) return;
  const offsets = data.valueOffsets as Int32Array | BigInt64Array;
  const bytes = data.values as Uint8Array;
  const all = bytes.subarray(Number(offsets[0]), Number(offsets[data.length]));
  if (isAscii(all)) return;
  if (offsets instanceof Int32Array && isUtf8(all) && noneBeginsInside(offsets, bytes, data.length)) return;
  for (let row = 0; row < data.length; row += 1) {
    const value = bytes.subarray(Number(offsets[row]), Number(offsets[row + 1]));
    if (!isUtf8(value) && data.getValid(row)) throw new MalformedPayload(`is not UTF-8 in row ${row + 1}`);
  }
}

/** Bytes 10xxxxxx continue a character. */
function noneBeginsInside(offsets: Int32Array, bytes: Uint8Array, rows: number): boolean {
  const end = offsets[rows] ?? 0;
  for (let row = 0; row < rows; row += 1) {
    const start = offsets[row] ?? 0;
    if (start < end && ((bytes[start] ?? 0) & 0xc0) === 0x80) return false;
  }
  return true;
}
