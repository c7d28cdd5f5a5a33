import type { Dialect } from '../dialect.js';
import { CR, LF } from '../../text/lines.js';

/** What is needed to remove the quotes of a field. */
export type Quoting = Pick<Grammar, 'quote' | 'backslash'> & Partial<Pick<Grammar, 'bareEscape' | 'delimiterByte'>>;

/** A dialect in UTF-8 bytes, as the tokenizer compares them. -1 means "none". */
export interface Grammar {
  readonly delimiter: Uint8Array;
  /** The first byte of the delimiter. */
  readonly delimiterByte: number;
  /** Spaces around quotes are ignored, unless they are the delimiter or nothing is quoted. */
  readonly blankByte: number;
  readonly quote: number;
  /** A backslash, when it escapes a quote. Doubled quotes are always understood. */
  readonly backslash: number;
  /** Whether a carriage return alone ends a line. Otherwise carriage returns before a line feed belong to it. */
  readonly returnEnds: boolean;
  readonly comment: Uint8Array;
  readonly trailingDelimiter: boolean;
  /** In a drawn table, a delimiter precedes the first field, and spaces surround all fields. */
  readonly isDrawn: boolean;
  /** Whether a row may omit cells at its end. It has at least two. */
  readonly shortRows: boolean;
  /** A backslash, when it escapes a delimiter outside of quotes. */
  readonly bareEscape: number;
  /** Whether a quote inside an unquoted field is a fault: the file quotes its fields properly everywhere else. */
  readonly strictQuotes: boolean;
  readonly width: number;
  /** The class of each byte outside of quotes: 0 other, 1 may begin a delimiter, 2 may end a line, 3 escape, 4 quote. */
  readonly classes: Uint8Array;
}

export const SPACE = 0x20;
const BACKSLASH = 0x5c;

export function grammarOf(dialect: Dialect): Grammar {
  const delimiter = Buffer.from(dialect.delimiter, 'utf8');
  const returnEnds = dialect.lineEnd === '\r' || dialect.lineEnd === 'mixed';
  const classes = new Uint8Array(256);
  classes[delimiter[0] ?? LF] = 1;
  classes[LF] = 2;
  if (returnEnds) classes[CR] = 2;
  if (dialect.bareEscape === true) classes[BACKSLASH] = 3;
  if (dialect.quote !== null) classes[dialect.quote.charCodeAt(0)] = 4;
  return {
    delimiter,
    delimiterByte: delimiter[0] ?? LF,
    blankByte: dialect.quote === null || delimiter[0] === SPACE ? -1 : SPACE,
    quote: dialect.quote === null ? -1 : dialect.quote.charCodeAt(0),
    backslash: dialect.escape === '\\' || dialect.bareEscape === true ? BACKSLASH : -1,
    returnEnds,
    comment: Buffer.from(dialect.comment ?? '', 'utf8'),
    trailingDelimiter: dialect.trailingDelimiter,
    isDrawn: dialect.isDrawn === true,
    shortRows: dialect.shortRows === true,
    bareEscape: dialect.bareEscape === true ? BACKSLASH : -1,
    strictQuotes: dialect.strictQuotes === true,
    width: dialect.columns.length,
    classes,
  };
}

/** Whether a backslash before this byte outside of quotes escapes it, as in files that MySQL exports. */
export function isEscapable(byte: number, delimiterByte: number): boolean {
  return byte === delimiterByte || byte === LF || byte === BACKSLASH;
}

/** The same grammar without quotes. */
export function unquoted(grammar: Grammar): Grammar {
  const classes = grammar.classes.map((one) => (one === 4 ? 0 : one));
  return { ...grammar, quote: -1, blankByte: -1, classes };
}
