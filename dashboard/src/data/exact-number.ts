import { parseExactJson } from '../../../src/client/index.js';

/** A number with a fraction that a double would change: `1.10`, or more digits than it can hold. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  /** For sums and charts, where the last digits do not matter. */
  valueOf(): number {
    return Number(this.text);
  }
}

const FRACTION = /"(?:[^"\\]|\\.)*"|-?\d+\.\d+(?:[eE][+-]?\d+)?/g;

/** Parses JSON without changing any number. Those that a double holds exactly are numbers. */
export function parseWithoutLoss(json: string): unknown {
  let mark = 'number:';
  while (json.includes(mark)) mark = `${Math.random().toString(36).slice(2)}:`;
  const marked = json.replace(FRACTION, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${mark}${token}"`,
  );
  const parsed = parseExactJson(marked);
  return marked === json ? parsed : unmarked(parsed, mark);
}

function unmarked(value: unknown, mark: string): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value;
  if (Array.isArray(value)) return value.map((one) => unmarked(one, mark));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unmarked(one, mark)]));
}
