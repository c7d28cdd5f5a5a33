import type { FactJson } from '../rules/values/value.js';
import { exactNumber } from '../rules/values/exact-number.js';
import { type Path, pointerOf } from './json-pointer.js';
import { MAX_PROBLEMS, type ProblemAt } from './problem.js';

/** Facts are nested three or four levels deep. The parser is recursive, and this keeps it far from the end of the stack. */
const MAX_DEPTH = 100;

/** Values of a document. Each takes about 50 bytes of memory. */
const MAX_VALUES = 2_000_000;

export interface JsonReading {
  /** Meaningless if there are problems. */
  readonly value: FactJson;
  readonly problems: readonly ProblemAt[];
}

/** Called for every value with its path and offset. The path is reused: copy it to keep it. */
export type ValueVisitor = (path: Path, offset: number) => void;

/**
 * Reads JSON without losing a digit. Duplicate keys, lone surrogates, null characters and numbers without end are problems, and
 * reading goes on; the first syntax error ends it.
 */
export function readJsonText(text: string, visit?: ValueVisitor): JsonReading {
  const reader = new JsonTextReader(text, visit);
  try {
    return { value: reader.document(), problems: reader.problems };
  } catch (error) {
    if (!(error instanceof EndOfReading)) throw error;
    return { value: null, problems: reader.problems };
  }
}

/** Ends reading. The last problem says why. */
class EndOfReading extends Error {}

const SPACE = /[ \t\n\r]*/y;
// oxlint-disable-next-line no-control-regex
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const HEX = /[0-9a-fA-F]{4}/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class JsonTextReader {
  readonly problems: ProblemAt[] = [];
  readonly #text: string;
  readonly #visit: ValueVisitor | undefined;
  readonly #path: (string | number)[] = [];
  #at = 0;
  #values = 0;

  constructor(text: string, visit: ValueVisitor | undefined) {
    this.#text = text;
    this.#visit = visit;
  }

  document(): FactJson {
    this.#skipSpace();
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#stop('the document has ended, and more text follows');
    return value;
  }

  #value(): FactJson {
    this.#values += 1;
    if (this.#values > MAX_VALUES) throw this.#stop(`the document has more than ${MAX_VALUES} values`);
    this.#visit?.(this.#path, this.#at);
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case '"':
        return this.#string('the text');
      default:
        return this.#numberOrWord();
    }
  }

  #object(): FactJson {
    const members: Record<string, FactJson> = {};
    this.#open('}', () => {
      if (this.#text[this.#at] !== '"') throw this.#expected('a name in double quotes');
      const nameAt = this.#at;
      const name = this.#string('the name');
      this.#path.push(name);
      if (Object.hasOwn(members, name))
        this.#report(`the name ${JSON.stringify(name)} is used twice in one object`, nameAt);
      this.#skipSpace();
      if (this.#text[this.#at] !== ':') throw this.#expected('a colon');
      this.#at += 1;
      this.#skipSpace();
      const value = this.#value();
      this.#path.pop();
      // An assignment to __proto__ would change the prototype.
      if (name === '__proto__')
        Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
      else members[name] = value;
    });
    return members;
  }

  #array(): FactJson {
    const items: FactJson[] = [];
    this.#open(']', () => {
      this.#path.push(items.length);
      items.push(this.#value());
      this.#path.pop();
    });
    return items;
  }

  /** Reads members up to the closing bracket. */
  #open(end: ']' | '}', readMember: () => void): void {
    if (this.#path.length >= MAX_DEPTH) throw this.#stop(`the document is nested deeper than ${MAX_DEPTH} levels`);
    this.#at += 1;
    this.#skipSpace();
    if (this.#text[this.#at] === end) {
      this.#at += 1;
      return;
    }
    for (;;) {
      readMember();
      this.#skipSpace();
      const next = this.#text[this.#at];
      if (next !== ',' && next !== end) throw this.#expected(`a comma or ${end}`);
      this.#at += 1;
      if (next === end) return;
      this.#skipSpace();
    }
  }

  #string(what: string): string {
    const start = this.#at;
    this.#at += 1;
    let text = this.#match(PLAIN) ?? '';
    while (this.#text[this.#at] !== '"') {
      if (this.#text[this.#at] !== '\\') throw this.#expected('a double quote that ends the text');
      text += this.#escape();
      text += this.#match(PLAIN) ?? '';
    }
    this.#at += 1;
    // Only an escape can give these characters.
    if (/\p{Surrogate}/u.test(text)) this.#report(`${what} contains half of a surrogate pair`, start);
    if (text.includes('\0')) this.#report(`${what} contains the null character, which databases cannot store`, start);
    return text;
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? '';
    this.#at += 2;
    if (letter === 'u') {
      const digits = this.#match(HEX);
      if (digits === undefined) throw this.#expected('four hexadecimal digits');
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const character = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (character !== undefined) return character;
    this.#at -= 1;
    throw this.#expected('one of " \\ / b f n r t u after a backslash');
  }

  #numberOrWord(): FactJson {
    const start = this.#at;
    const word = this.#match(WORD);
    if (word !== undefined) return word === 'null' ? null : word === 'true';
    const lexeme = this.#match(NUMBER);
    if (lexeme === undefined) throw this.#expected('a value');
    const number = exactNumber(lexeme);
    if (number === undefined) this.#report('the number has more than 1,000 digits', start);
    return number ?? 0;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #skipSpace(): void {
    // Compact documents have none, and a call of the expression costs more than this.
    if (this.#text.charCodeAt(this.#at) <= 32) this.#match(SPACE);
  }

  #report(message: string, offset: number): void {
    this.problems.push({ message, pointer: pointerOf(this.#path), offset });
    if (this.problems.length >= MAX_PROBLEMS) throw new EndOfReading();
  }

  #expected(what: string): EndOfReading {
    const found = this.#text.codePointAt(this.#at);
    return this.#stop(
      `expected ${what}, found ${found === undefined ? 'the end of the document' : JSON.stringify(String.fromCodePoint(found))}`,
    );
  }

  #stop(message: string): EndOfReading {
    this.problems.push({ message, pointer: pointerOf(this.#path), offset: this.#at });
    return new EndOfReading();
  }
}
