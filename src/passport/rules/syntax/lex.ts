import { RULE_LIMITS } from '../limits.js';
import type { Span } from '../problem.js';
import { readString } from './read-string.js';
import { syntaxFailure, type Token } from './token.js';
import { unexpectedCharacter } from './unexpected-character.js';

export interface Lexed {
  /** Ends with a token of kind `end`. */
  readonly tokens: readonly Token[];
  readonly comments: readonly Span[];
}

const PAIRS: ReadonlySet<string> = new Set(['==', '!=', '<=', '>=', '=>', '->', '&&', '||']);
const SINGLES: ReadonlySet<string> = new Set('<>+-*/!=:;,.(){}[]@\\λ→');
/** Symbols of prose, and what they are written as. */
const SAME_SYMBOL: Readonly<Record<string, string>> = { λ: '\\', '→': '->' };

/** Splits a source into tokens. Throws a RuleFailure at the first character that begins none. */
export function lex(source: string): Lexed {
  if (source.length > RULE_LIMITS.sourceLength) {
    throw syntaxFailure({ start: 0, end: 0 }, `The source has more than ${RULE_LIMITS.sourceLength} characters`);
  }
  const tokens: Token[] = [];
  const comments: Span[] = [];
  let at = source.startsWith('\uFEFF') ? 1 : 0;
  while (at < source.length) {
    // By code: a regular expression with a group for each kind took five times as long.
    const code = source.charCodeAt(at);
    if (isSpace(code)) {
      at += 1;
    } else if (code === DASH && source.charCodeAt(at + 1) === DASH) {
      const comment = commentAt(source, at);
      comments.push(comment);
      at = comment.end;
    } else {
      const token = tokenAt(source, at, code);
      tokens.push(token);
      at = token.end;
    }
  }
  tokens.push({ kind: 'end', text: '', start: source.length, end: source.length });
  return { tokens, comments };
}

const DASH = 45;
const QUOTE = 34;
const DOT = 46;

function tokenAt(source: string, start: number, code: number): Token {
  if (isLetter(code)) {
    let end = start + 1;
    while (isLetter(source.charCodeAt(end)) || isDigit(source.charCodeAt(end))) end += 1;
    if (end - start > RULE_LIMITS.nameLength) {
      throw syntaxFailure({ start, end }, `This name has more than ${RULE_LIMITS.nameLength} characters`);
    }
    return { kind: 'name', text: source.slice(start, end), start, end };
  }
  if (code === QUOTE) return readString(source, start);
  return isDigit(code) ? numberAt(source, start) : symbolAt(source, start);
}

function numberAt(source: string, start: number): Token {
  const whole = digitsEnd(source, start);
  const isDecimal = source.charCodeAt(whole) === DOT && isDigit(source.charCodeAt(whole + 1));
  const end = isDecimal ? digitsEnd(source, whole + 1) : whole;
  if (end - start > RULE_LIMITS.digits) {
    throw syntaxFailure({ start, end }, `This number has more than ${RULE_LIMITS.digits} digits`);
  }
  return { kind: isDecimal ? 'decimal' : 'integer', text: source.slice(start, end), start, end };
}

function digitsEnd(source: string, start: number): number {
  let end = start;
  while (isDigit(source.charCodeAt(end))) end += 1;
  return end;
}

function symbolAt(source: string, start: number): Token {
  const pair = source.slice(start, start + 2);
  if (PAIRS.has(pair)) return { kind: 'symbol', text: pair, start, end: start + 2 };
  const single = source.charAt(start);
  if (!SINGLES.has(single)) throw unexpectedCharacter(source, start);
  return { kind: 'symbol', text: SAME_SYMBOL[single] ?? single, start, end: start + 1 };
}

/** To the end of the line, without the white space there. */
function commentAt(source: string, start: number): Span {
  const lineEnd = source.indexOf('\n', start);
  const text = source.slice(start, lineEnd === -1 ? source.length : lineEnd);
  return { start, end: start + text.trimEnd().length };
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}
