import { randomUUID } from 'node:crypto';
import { holdsLongInteger, replaceLongIntegers } from './long-integers.js';
import { replaceMarked } from './marked-members.js';

/** Marks an integer on its way through JSON.parse and JSON.stringify. It is random, so no text contains it. */
const MARK = randomUUID();
const MARKED_TEXT = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/** JSON.parse, but integers beyond ±2^53-1 are bigints instead of being rounded. */
export function parseExactJson(json: string): unknown {
  return holdsLongInteger(json) ? replaceMarked(parseMarked(json), MARK, (digits) => BigInt(digits)) : JSON.parse(json);
}

/** JSON.stringify, but bigints are written as their digits. */
export function exactJson(value: unknown, indent = 0): string {
  try {
    return written(value, indent);
  } catch (error) {
    if (!(error instanceof RangeError && error.message.includes('call stack'))) throw error;
    throw new RangeError('the value is nested too deeply', { cause: error });
  }
}

function written(value: unknown, indent: number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    // JSON.stringify throws a TypeError for a cycle too, and will do so again. Values without a bigint, nearly all,
    // must not pay for those that have one.
    if (error instanceof TypeError) return withDigits(value, indent);
    throw error;
  }
}

function parseMarked(json: string): unknown {
  try {
    return JSON.parse(replaceLongIntegers(json, (integer) => `{"${MARK}":"${integer}"}`));
  } catch {
    // Throws the same error, with the text and positions of the original.
    return JSON.parse(json);
  }
}

function withDigits(value: unknown, indent: number): string {
  const marked = JSON.stringify(
    value,
    (_, member: unknown) => (typeof member === 'bigint' ? `${MARK}${member}` : member),
    indent,
  ) as string | undefined;
  return marked?.replace(MARKED_TEXT, '$1') as string;
}
