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
  const patterns = /\d/.test(text) ? WITH_DIGITS : WITHOUT_DIGITS;
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}

const NULLS: ReadonlySet<string> = new Set(NULL_WORDS.filter((word) => word !== ''));

/** Whether a text means "no value" or is a drawn line: it does not show the kind of a column. */
export function isNullWord(text: string): boolean {
  return NULLS.has(text.trim()) || /^\s*-+\s*$/.test(text);
}
