import { randomUUID } from 'node:crypto';
import { parseExactJson } from './exact-json.js';
import { replaceNumbers } from './long-integers.js';

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
  return withDecimals(parsed);
}

/** Without recursion: JSON.parse reads any depth, but the stack is limited. */
function withDecimals(parsed: unknown): unknown {
  const root = { parsed };
  const open: object[] = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const members = holder as Record<string, unknown>;
    for (const key of Object.keys(members)) {
      const member = members[key];
      if (typeof member !== 'object' || member === null) continue;
      const text = Object.hasOwn(member, MARK) ? (member as Record<string, unknown>)[MARK] : undefined;
      // An assignment to __proto__ would change the prototype.
      if (typeof text === 'string')
        Object.defineProperty(members, key, { value: new JsonDecimal(text), enumerable: true });
      else open.push(member);
    }
  }
  return root.parsed;
}
