import { randomUUID } from 'node:crypto';
import { parseExactJson } from './exact-json.js';
import { replaceNumbers } from './long-integers.js';
import { replaceMarked } from './marked-members.js';

/** A JSON number with a fraction or exponent, as it is written. */
export class JsonDecimal {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const MARK = randomUUID();

/**
 * Parses JSON without rounding: integers beyond ±2^53-1 are bigints, and numbers with a fraction or exponent are a
 * {@link JsonDecimal}. For money, where 0.1 must stay 0.1.
 */
export function parseLosslessJson(json: string): unknown {
  let parsed: unknown;
  try {
    parsed = parseExactJson(
      replaceNumbers(json, (number) => (/[.eE]/.test(number) ? `{"${MARK}":"${number}"}` : number)),
    );
  } catch {
    // Throws the same error, with the text and positions of the original.
    return JSON.parse(json);
  }
  return replaceMarked(parsed, MARK, (text) => new JsonDecimal(text));
}
