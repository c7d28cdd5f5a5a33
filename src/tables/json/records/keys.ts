import { CasparianError, hint } from '../../../platform/index.js';
import { stringEnd } from './scan-value.js';
import { CUT, malformed, QUOTE, type Scan } from './scan.js';
import { textOf } from './value-text.js';

/** More keys are data rather than names. */
const MOST_KEYS = 10_000;

/** The keys of a file's objects, with the indexes of their columns. */
export interface Keys {
  readonly names: readonly string[];
  /**
   * The column of the key whose opening quote is at `from`; `end` is then the position after its closing quote. CUT or
   * MALFORMED on failure. `member` is the key's index in the object: usually every object has the same key there.
   */
  find(bytes: Uint8Array, from: number, to: number, member: number, scan: Scan): number;
  readonly end: number;
  /** Removes all keys after the first `count`: they came from an invalid object. */
  keep(count: number): void;
}

export function createKeys(fileName: string, known: readonly string[] = []): Keys {
  const names = [...known];
  const columns = new Map(names.map((name, column) => [name, column]));
  /** The bytes of each key without quotes, and the last key at each index of an object. */
  const written: Uint8Array[] = [];
  const expected: number[] = [];
  let end = 0;

  const columnOf = (name: string): number => {
    const known = columns.get(name);
    if (known !== undefined) return known;
    if (names.length === MOST_KEYS) throw tooManyKeys(fileName, names);
    columns.set(name, names.length);
    return names.push(name) - 1;
  };
  return {
    names,
    get end() {
      return end;
    },
    find(bytes, from, to, member, scan) {
      const guess = expected[member];
      const key = guess === undefined ? undefined : written[guess];
      if (guess !== undefined && key !== undefined && isAt(bytes, from + 1, key)) {
        end = from + key.length + 2;
        if (end <= to && bytes[from] === QUOTE) return guess;
      }
      if (from >= to) return CUT;
      if (bytes[from] !== QUOTE) return malformed(scan, 'a key is missing, or has no quotes');
      const behind = stringEnd(bytes, from, to, scan);
      if (behind < 0) return behind;
      const raw = bytes.subarray(from + 1, behind - 1);
      const column = columnOf(textOf(raw, scan.rewritten));
      written[column] = raw.slice();
      expected[member] = column;
      end = behind;
      return column;
    },
    keep(count) {
      for (const name of names.splice(count)) columns.delete(name);
      written.length = Math.min(written.length, count);
      for (let member = 0; member < expected.length; member += 1) {
        if ((expected[member] ?? 0) >= count) expected.length = member;
      }
    },
  };
}

function isAt(bytes: Uint8Array, from: number, key: Uint8Array): boolean {
  for (let index = 0; index < key.length; index += 1) if (bytes[from + index] !== key[index]) return false;
  return bytes[from + key.length] === QUOTE;
}

function tooManyKeys(fileName: string, names: readonly string[]): CasparianError {
  const some = names.slice(-3).map((name) => JSON.stringify(name));
  return new CasparianError('INPUT_UNREADABLE', `'${fileName}' has more than ${MOST_KEYS} different keys`, {
    why: `Each key of its objects would be a column, and some keys seem to be values: ${some.join(', ')}.`,
    next: [hint('Write a parser that makes rows of them', { action: 'run', arguments: ['your_parser.py', fileName] })],
  });
}
