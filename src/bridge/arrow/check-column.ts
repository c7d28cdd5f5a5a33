import { type Data, type DataType, Type, util } from 'apache-arrow';
import { MalformedPayload } from '../protocol/protocol-error.js';
import { checkOffsets, type Offsets } from './check-offsets.js';
import { checkText } from './check-text.js';

/**
 * Throws unless every row of a column can be read from its own buffers: they are long enough, offsets rise and stay
 * inside, dictionary indices exist, text is UTF-8 and the number of nulls is the one stated. It costs one pass over
 * offsets and text, and nothing for the values of fixed width.
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

/** The place of a null holds anything, so only the others must name an entry. */
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
