import { RULE_LIMITS } from '../limits.js';
import type { Span } from '../problem.js';
import { didYouMean } from '../suggest.js';
import type { Name } from './ast.js';
import { syntaxFailure, type Token } from './token.js';

/** The tokens of a source, one after the other. */
export class Cursor {
  readonly source: string;
  readonly #tokens: readonly Token[];
  #index = 0;
  #depth = 0;

  constructor(source: string, tokens: readonly Token[]) {
    this.source = source;
    this.#tokens = tokens;
  }

  get token(): Token {
    return this.#tokens[this.#index] as Token;
  }

  /** The end of the token before this one. */
  get end(): number {
    return this.#index === 0 ? 0 : (this.#tokens[this.#index - 1] as Token).end;
  }

  take(): Token {
    const { token } = this;
    if (token.kind !== 'end') this.#index += 1;
    return token;
  }

  isSymbol(text: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === text;
  }

  isWord(text: string): boolean {
    return this.token.kind === 'name' && this.token.text === text;
  }

  /** The token after this one. */
  get next(): Token | undefined {
    return this.#tokens[this.#index + 1];
  }

  takeIfSymbol(text: string): boolean {
    if (!this.isSymbol(text)) return false;
    this.#index += 1;
    return true;
  }

  /** `after` completes "Expected ; after …". */
  symbol(text: string, after: string, hints: readonly string[] = []): Token {
    if (this.isSymbol(text)) return this.take();
    throw syntaxFailure(this.#placeOfMissing(), `Expected ${text} after ${after}, found ${this.found()}`, {
      label: `${text} is missing here`,
      hints,
    });
  }

  word(text: string, after: string): Token {
    if (this.isWord(text)) return this.take();
    throw syntaxFailure(this.token, `Expected ${text} after ${after}, found ${this.found()}`, {
      hints: this.token.kind === 'name' ? didYouMean(this.token.text, [text]) : [],
    });
  }

  name(what: string): Name {
    if (this.token.kind !== 'name') throw this.unexpected(what);
    const { text, start, end } = this.take();
    return { text, span: { start, end } };
  }

  string(what: string): { text: string; span: Span } {
    if (this.token.kind !== 'string') throw this.unexpected(what);
    const { text, start, end } = this.take();
    return { text, span: { start, end } };
  }

  unexpected(what: string, hints: readonly string[] = []): ReturnType<typeof syntaxFailure> {
    return syntaxFailure(this.token, `Expected ${what}, found ${this.found()}`, { hints });
  }

  /** How a message calls the current token. */
  found(): string {
    const { kind, text } = this.token;
    if (kind === 'end') return 'the end of the file';
    if (kind === 'string') return 'a text';
    return kind === 'symbol' ? text : `${text.length > 40 ? `${text.slice(0, 40)}…` : text}`;
  }

  /** Counts levels of nesting, which are levels of recursion. */
  nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > RULE_LIMITS.depth) throw tooDeep(this.token);
    const result = read();
    this.#depth -= 1;
    return result;
  }

  /** At the end of the line on which the symbol is missing, rather than at the beginning of the next. */
  #placeOfMissing(): Span {
    const { end, token } = this;
    const isOnNextLine = this.source.slice(end, token.start).includes('\n') || token.kind === 'end';
    return isOnNextLine && end > 0 ? { start: end, end: end + 1 } : token;
  }
}

export function tooDeep(span: Span): ReturnType<typeof syntaxFailure> {
  return syntaxFailure(span, `This is nested deeper than ${RULE_LIMITS.depth} levels`, {
    why: 'Nesting is limited, so that no rule can exhaust the memory of the program that checks it.',
    hints: ['Name a part of it with let, and use the name.', 'Add many numbers with sumDec or sumQty.'],
  });
}
