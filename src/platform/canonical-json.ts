/** Deeper than real data, and shallow enough for the stack of every language that computes the same text. */
const MAX_DEPTH = 500;

/**
 * The canonical text of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers as
 * ECMAScript prints them. Equal values give equal bytes, so their hashes can be compared. Beyond the RFC, a bigint is
 * written as its digits, and half a surrogate pair as its escape (docs/reference/run-spec.md).
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value !== 'object') return scalar(value);
  if (depth === MAX_DEPTH) throw new RangeError(`the value is nested deeper than ${MAX_DEPTH} levels`);
  if (hasToJson(value)) return canonicalJson(value.toJSON(), depth + 1);
  if (Array.isArray(value)) return `[${Array.from(value, (item) => canonicalJson(item ?? null, depth + 1)).join(',')}]`;
  let members = '';
  // Without a function, sort() compares code units.
  for (const key of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member, depth + 1)}`;
  }
  return `{${members}}`;
}

function scalar(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`a ${typeof value} has no JSON form`);
  return text;
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
