import { RULE_LIMITS } from '../limits.js';
import type { ListValue, RecordValue, Value } from './value.js';

/** Characters of text that count as one value. */
const TEXT_UNIT = 16;

/** How many values a value counts as, with everything in it. */
export function sizeOf(value: Value): number {
  if (value.kind === 'List' || value.kind === 'Record') return value.size;
  if (value.kind === 'Text') return textSize(value.value);
  return value.kind === 'Any' && typeof value.json === 'string' ? textSize(value.json) : 1;
}

export function textSize(text: string): number {
  return 1 + Math.floor(text.length / TEXT_UNIT);
}

/** Thrown when a value would be too large; the caller knows where in the rule that is. */
export class SizeExceeded extends Error {
  override readonly name = 'SizeExceeded';
}

/**
 * A list that knows its size. So values that share their parts, such as lists of the same list, fail before anything has to
 * walk through all of them.
 */
export function listValue(items: readonly Value[]): ListValue {
  let size = 1;
  for (const item of items) size += sizeOf(item);
  return { kind: 'List', items, size: allowed(size) };
}

export function recordValue(members: ReadonlyMap<string, Value>): RecordValue {
  let size = 1;
  for (const [name, member] of members) size += textSize(name) + sizeOf(member);
  return { kind: 'Record', members, size: allowed(size) };
}

function allowed(size: number): number {
  if (size > RULE_LIMITS.valueSize) throw new SizeExceeded();
  return size;
}
