import { powerOfTen } from './decimal.js';
import { NONE, type Value } from './value.js';

/** Negative, zero or positive. Both values are of a type that has an order. */
export function compareValues(a: Value, b: Value): number {
  if (a.kind === 'Qty' && b.kind === 'Qty') return compareIntegers(a.units, b.units);
  if (a.kind === 'Text' && b.kind === 'Text') return compareTexts(a.value, b.value);
  if (a.kind === 'Date' && b.kind === 'Date') return compareTexts(a.value, b.value);
  const [left, right] = [numberOfValue(a), numberOfValue(b)];
  const scale = Math.max(left.scale, right.scale);
  return compareIntegers(left.units * powerOfTen(scale - left.scale), right.units * powerOfTen(scale - right.scale));
}

export function equalValues(a: Value, b: Value): boolean {
  switch (a.kind) {
    case 'None':
      return b.kind === 'None';
    case 'Bool':
      return b.kind === 'Bool' && a.value === b.value;
    case 'List':
      return (
        b.kind === 'List' &&
        a.items.length === b.items.length &&
        a.items.every((item, index) => equalValues(item, b.items[index] as Value))
      );
    case 'Record':
      return b.kind === 'Record' && equalMembers(a.members, b.members);
    case 'Any':
      // The checker casts parts of facts before they are compared, except with nothing.
      return false;
    default:
      return b.kind !== 'None' && compareValues(a, b) === 0;
  }
}

/** A missing member and a member that is none are the same. */
function equalMembers(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): boolean {
  const names = new Set([...a.keys(), ...b.keys()]);
  return [...names].every((name) => equalValues(a.get(name) ?? NONE, b.get(name) ?? NONE));
}

/** The units and scale of a number. */
export function numberOfValue(value: Value): { units: bigint; scale: number } {
  if (value.kind === 'Int') return { units: value.value, scale: 0 };
  if (value.kind === 'Dec') return value;
  throw new Error(`${value.kind} is not a number`);
}

function compareIntegers(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By code points, as UTF-8 bytes are ordered. */
export function compareTexts(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; at++) {
    if (a[at] === b[at]) continue;
    return (codePointFrom(a, at) as number) < (codePointFrom(b, at) as number) ? -1 : 1;
  }
  return a.length - b.length;
}

/** The second half of a pair is compared as part of the pair. */
function codePointFrom(text: string, at: number): number | undefined {
  const code = text.charCodeAt(at);
  const isSecondHalf = code >= 0xdc00 && code <= 0xdfff && at > 0;
  return text.codePointAt(isSecondHalf ? at - 1 : at);
}
