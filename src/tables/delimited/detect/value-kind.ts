import { BOOL_WORDS, NULL_WORDS } from '../../../contract/index.js';

export type ValueKind = 'empty' | 'number' | 'date' | 'time' | 'bool' | 'id' | 'text';

type Pattern = readonly [ValueKind, RegExp];

/** Single letters are often codes; only `y` and `n` hardly are. */
const BOOLS = BOOL_WORDS.filter((word) => word.length > 1 || word === 'y' || word === 'n');

const WITHOUT_DIGITS: readonly Pattern[] = [
  ['empty', /^\s*$/],
  ['bool', new RegExp(`^\\s*(?:${BOOLS.join('|')})\\s*$`, 'iu')],
  ['id', /^\s*(?:[^@\s]+@[^@\s]+\.\w+|https?:\/\/\S+)\s*$/i],
];

/** Dates before numbers: `31.12.2024` could be a number with thousands separators. */
const WITH_DIGITS: readonly Pattern[] = [
  ['date', /^\s*\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ,]+\d{1,2}:\d{2}.*)?\s*$/],
  ['date', /^\s*\d{1,2}[- ](?:\p{L}{3,9})\.?[- ,]+\d{2,4}(?:[T ,]+\d{1,2}:\d{2}.*)?\s*$/u],
  ['number', /^\s*[-+(]?\s*[$€£¥]?\s*(?:\d[\d.,'\u00a0\u202f ]*|[.,]\d+)(?:[eE][-+]?\d+)?\s*[%€$£¥)]?-?\s*$/],
  ['time', /^\s*\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[AaPp][Mm])?\s*$/],
  ['id', /^\s*(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{17,}|[^@\s]+@[^@\s]+\.\w+|https?:\/\/\S+|[0-9a-f]{16,})\s*$/i],
  ['id', /^\s*\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\s*$/],
];

/** The kind of a value, at a glance: inference decides the type of a column. */
export function valueKind(text: string): ValueKind {
  return obviousKind(text) ?? kindByPatterns(text);
}

/** The patterns define the kinds. */
export function kindByPatterns(text: string): ValueKind {
  const patterns = /\d/.test(text) ? WITH_DIGITS : WITHOUT_DIGITS;
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}

const [DASH, DOT, AT] = [0x2d, 0x2e, 0x40];
const LONGEST_BOOL = Math.max(...BOOLS.map((word) => word.length));

/**
 * The kind of a plain number, an ISO date or a usual text; null if the patterns have to decide. Of a small file,
 * detection takes most of the time, and the patterns took a quarter of it.
 */
function obviousKind(text: string): ValueKind | null {
  const first = text.charCodeAt(0);
  if (isDigit(first)) return obviousNumber(text);
  return isLetter(first) && isPlainText(text, first) ? 'text' : null;
}

/** Digits with at most one dot, or `2024-12-31`. Two dots may be a date. */
function obviousNumber(text: string): ValueKind | null {
  let dots = 0;
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === DOT) dots += 1;
    else if (!isDigit(code)) return code === DASH && at === 4 && isIsoDate(text) ? 'date' : null;
  }
  return dots < 2 ? 'number' : null;
}

function isIsoDate(text: string): boolean {
  if (text.length !== 10 || text.charCodeAt(7) !== DASH) return false;
  return ISO_DIGITS.every((at) => isDigit(text.charCodeAt(at)));
}

const ISO_DIGITS = [1, 2, 3, 5, 6, 8, 9] as const;

/** Whether a text that begins with a letter is neither an id nor a word for true or false. */
function isPlainText(text: string, first: number): boolean {
  let digits = 0;
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === AT) return false;
    if (isDigit(code)) digits += 1;
  }
  const lower = first | 0x20;
  if (lower === 0x68 && (text.charCodeAt(1) | 0x20) === 0x74) return false; // ht, as in http
  if (digits === 0) return text.length > LONGEST_BOOL && isVisible(text.charCodeAt(text.length - 1));
  return !isHex(first) || !beginsWithHex(text);
}

/** Ids begin with at least eight hexadecimal digits. */
function beginsWithHex(text: string): boolean {
  for (let at = 1; at < 8; at += 1) if (!isHex(text.charCodeAt(at))) return false;
  return true;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isHex(code: number): boolean {
  return isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}

/** An ASCII character that is not removed by `trim`. */
function isVisible(code: number): boolean {
  return code > 0x20 && code < 0x80;
}

const NULLS: ReadonlySet<string> = new Set(NULL_WORDS.filter((word) => word !== ''));
const NULL_STARTS: ReadonlySet<number> = new Set([...NULLS].map((word) => word.charCodeAt(0)));

/** Whether a text means "no value" or is a drawn line: it does not show the kind of a column. */
export function isNullWord(text: string): boolean {
  const first = text.charCodeAt(0);
  if (isVisible(first) && !NULL_STARTS.has(first)) return false;
  return NULLS.has(text.trim()) || /^\s*-+\s*$/.test(text);
}
