import { nameOf, ReturnInvalid } from './invalid.js';

/** One line of NDJSON. Adds new column names to `columns`. */
export function encodeRow(row: object, columns: Set<string>): string {
  const members = Object.entries(plain(row)).map(([name, value]) => {
    columns.add(name);
    return `${JSON.stringify(name)}:${cell(value, name)}`;
  });
  return `{${members.join(',')}}\n`;
}

function plain(row: object): object {
  const { toJSON } = row as { toJSON?: unknown };
  if (typeof toJSON !== 'function') return row;
  const json: unknown = toJSON.call(row);
  if (typeof json === 'object' && json !== null) return json;
  throw new ReturnInvalid('the toJSON() of a row does not return an object');
}

function cell(value: unknown, column: string): string {
  try {
    return encodeValue(value) ?? 'null';
  } catch (error) {
    if (!(error instanceof Unsendable)) throw error;
    throw new ReturnInvalid(`column ${JSON.stringify(column)} holds ${error.message}`);
  }
}

/** A value that cannot be sent. */
class Unsendable extends Error {
  override readonly name = 'Unsendable';
}

/** A deeper value most likely contains itself. */
const MAX_DEPTH = 500;

/** The JSON of one value, tagged if JSON cannot represent it exactly; undefined for a missing value. */
function encodeValue(value: unknown, depth = 0): string | undefined {
  switch (typeof value) {
    case 'undefined':
      return undefined;
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      return encodeNumber(value);
    case 'bigint':
      return isSafe(value) ? String(value) : `{"$int":"${value}"}`;
    case 'object':
      return value === null ? 'null' : encodeObject(value, depth);
    default:
      throw new Unsendable(`${nameOf(value)}, which is not data`);
  }
}

function encodeNumber(value: number): string {
  if (!Number.isFinite(value)) return `{"$float":"${value}"}`;
  return Object.is(value, -0) ? '-0' : String(value);
}

function isSafe(value: bigint): boolean {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER);
}

function encodeObject(value: object, depth: number): string | undefined {
  if (depth > MAX_DEPTH)
    throw new Unsendable(`something that is nested more than ${MAX_DEPTH} deep or contains itself`);
  if (value instanceof Date) return encodeDate(value);
  if (value instanceof Uint8Array) return encodeBytes(value);
  if (value instanceof ArrayBuffer) return encodeBytes(new Uint8Array(value));
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return encodeValue(toJSON.call(value), depth + 1);
  if (Array.isArray(value)) return encodeList(value, depth);
  if (value instanceof Set || ArrayBuffer.isView(value)) return encodeList([...(value as Iterable<unknown>)], depth);
  if (value instanceof Map)
    return encodeMembers(
      [...value].map(([key, item]) => [String(key), item]),
      depth,
    );
  return encodeMembers(Object.entries(value), depth);
}

/** A Date is an instant, in UTC. */
function encodeDate(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new Unsendable('an invalid Date');
  return `{"$datetime":"${date.toISOString().replace('Z', '+00:00')}"}`;
}

function encodeBytes(bytes: Uint8Array): string {
  return `{"$bytes":"${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}"}`;
}

function encodeList(items: readonly unknown[], depth: number): string {
  return `[${items.map((item) => encodeValue(item, depth + 1) ?? 'null').join(',')}]`;
}

/** A user's object with one key that begins with `$` would be read as a tag, so it is wrapped in one. */
function encodeMembers(entries: readonly (readonly [string, unknown])[], depth: number): string {
  const members: string[] = [];
  for (const [key, item] of entries) {
    const json = encodeValue(item, depth + 1);
    if (json !== undefined) members.push(`${JSON.stringify(key)}:${json}`);
  }
  const object = `{${members.join(',')}}`;
  return members.length === 1 && object.startsWith('{"$') ? `{"$object":${object}}` : object;
}
