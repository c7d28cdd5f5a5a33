import { DELIMITERS, LONG_DELIMITERS, WEAK_DELIMITERS } from '../../../contract/index.js';
import { HASH, type Marks, type Reading, tryDialect, scoreBeside } from './dialect-trial.js';
import type { TextSample } from '../../text/text-samples.js';
import { fieldCount, fieldText, isQuotedField, type SampleRecord } from './split-records.js';
import { isRule } from '../../text/lines.js';

const GOOD_SCORE = 0.6;
const CLEAR_SCORE = 0.9;

/** The delimiter and the quotes that explain most of a sample. Null when nothing separates anything in it. */
export function chooseDelimiter(sample: TextSample, given: Partial<Marks>): Reading | null {
  const { text } = sample;
  if (given.delimiter !== undefined) return chooseQuotes(sample, text, given.delimiter, given);
  const best = bestOf(sample, text, [...LONG_DELIMITERS, ...DELIMITERS], given);
  if (best === null || best.explained < 1 || (best.width === 2 && best.score < CLEAR_SCORE)) {
    const weak = bestOf(sample, text, WEAK_DELIMITERS, given);
    const isWider = weak !== null && weak.width > Math.max(2, best?.width ?? 0);
    if (isWider && weak.score >= CLEAR_SCORE && fitsAll(sample, weak) && !isClock(text, weak)) return weak;
  }
  if (best === null || best.score < GOOD_SCORE) return best;
  return refineMarks(sample, best);
}

/** Words of sentences are not as many on each line. R leaves out the name of the first column. */
function fitsAll({ bytes }: TextSample, { records, width, marks }: Reading): boolean {
  const [first, ...others] = records.filter(({ start }) => bytes[start] !== HASH);
  if (first === undefined || others.length < 2 || others.some((record) => fieldCount(record) !== width)) return false;
  // Where every line begins with a blank, blanks are what columns of numbers are filled up with.
  if (marks.delimiter === ' ' && others.every(beginsEmpty)) return false;
  return fieldCount(first) === width || fieldCount(first) === width - 1;
}

/** Colons that stand in times of day only. */
function isClock(text: string, { marks }: Reading): boolean {
  return marks.delimiter === ':' && !/(?<!\d):|:(?!\d\d)/.test(text);
}

function beginsEmpty({ places: [start, end] }: SampleRecord): boolean {
  return start === end;
}

function bestOf(
  sample: TextSample,
  text: string,
  delimiters: readonly string[],
  given: Partial<Marks>,
): Reading | null {
  const readings: Reading[] = [];
  let parts = '';
  for (const delimiter of delimiters) {
    if (!text.includes(delimiter) || parts.includes(delimiter)) continue;
    const reading = chooseQuotes(sample, text, delimiter, given);
    if (reading.width === 1) continue;
    readings.push(reading);
    if (delimiter.length > 1 && standsAlone(sample, reading)) parts += delimiter;
  }
  let best: Reading | null = null;
  let bestScore = -1;
  for (const reading of readings) {
    const delimitersOf = (some: readonly Reading[]) => some.map(({ marks }) => marks.delimiter);
    const rivals = delimitersOf(readings.filter((other) => isRival(other, reading)));
    const harmless = delimitersOf(readings.filter((other) => isHarmless(other, reading)));
    const score = scoreBeside(sample, reading, rivals, harmless);
    if (score > bestScore) [best, bestScore] = [reading, score];
  }
  return best;
}

/** Explains nearly all of the sample, and into more columns. */
function isRival(other: Reading, reading: Reading): boolean {
  return other !== reading && other.explained >= CLEAR_SCORE && other.width > reading.width;
}

/** Explains less, into fewer columns or without the names: it stands in the text of fields, as commas do. */
function isHarmless(other: Reading, reading: Reading): boolean {
  if (other.explained >= reading.explained) return false;
  const [first] = other.records;
  return other.width < reading.width || (reading.explained === 1 && first !== undefined && fieldCount(first) === 1);
}

/** Whether what a long delimiter is made of stands nowhere else: then its parts are no delimiters. */
function standsAlone({ bytes }: TextSample, { records, marks, explained, width }: Reading): boolean {
  if (explained < GOOD_SCORE) return false;
  const part = marks.delimiter.charCodeAt(0);
  return records.every((record) => {
    if (fieldCount(record) !== width) return true;
    for (let field = 0; field < fieldCount(record); field += 1) {
      const start = record.places[field * 2] ?? 0;
      if (start >= 0 && bytes.subarray(start, record.places[field * 2 + 1]).includes(part)) return false;
    }
    return true;
  });
}

/** The quotes that go with a delimiter. Quotes that mostly go wrong are no quotes but data. */
function chooseQuotes(sample: TextSample, text: string, delimiter: string, given: Partial<Marks>): Reading {
  if (given.quote !== undefined) {
    return tryDialect(sample, { delimiter, quote: given.quote, escape: given.escape ?? given.quote });
  }
  const double = doubleQuotes(sample, text, delimiter);
  const single = singleQuotes(sample, text, delimiter);
  const isProven = single !== null && (single.wellQuoted > 1 || single.explained > double.explained);
  if (isProven && single.wellQuoted > double.wellQuoted) return single;
  if (double.broken === 0 || double.wellQuoted >= double.broken) return double;
  return tryDialect(sample, { delimiter, quote: null, escape: null });
}

/** Without any quotes in the sample these are the ones to be expected behind it. */
function doubleQuotes(sample: TextSample, text: string, delimiter: string): Reading {
  const doubled = tryDialect(sample, { delimiter, quote: '"', escape: '"' });
  if (doubled.broken === 0 || !text.includes('\\"')) return doubled;
  const escaped = tryDialect(sample, { delimiter, quote: '"', escape: '\\' });
  return escaped.broken < doubled.broken ? escaped : doubled;
}

/** So many fields between apostrophes stand against one where they went wrong. */
const MANY_QUOTED = 20;

/** An apostrophe begins many words; it quotes only where hardly any field begins with one and does not end with one. */
function singleQuotes(sample: TextSample, text: string, delimiter: string): Reading | null {
  const opening = text.startsWith("'") || text.includes(`${delimiter}'`) || text.includes("\n'");
  if (!opening) return null;
  const readings = [tryDialect(sample, { delimiter, quote: "'", escape: "'" })];
  if (text.includes("\\'")) readings.push(tryDialect(sample, { delimiter, quote: "'", escape: '\\' }));
  return readings.find(({ broken, wellQuoted }) => wellQuoted >= MANY_QUOTED * broken) ?? null;
}

/** What else belongs to the marks that were chosen: escapes, the sides of a drawn table, blanks around the delimiter. */
export function refineMarks(sample: TextSample, reading: Reading): Reading {
  return withBlanks(sample, asDrawn(sample, withBareEscapes(sample, reading)));
}

/** A backslash before a delimiter outside of quotes: believed where it makes rows of records that were none. */
function withBareEscapes(sample: TextSample, reading: Reading): Reading {
  if (!sample.text.includes(`\\${reading.marks.delimiter}`)) return reading;
  const escaped = tryDialect(sample, { ...reading.marks, bareEscape: true });
  return escaped.width === reading.width && escaped.explained > reading.explained ? escaped : reading;
}

/** Where most lines begin with the delimiter and some are drawn with dashes, it draws the sides of the table. */
function asDrawn(sample: TextSample, reading: Reading): Reading {
  if (reading.marks.delimiter !== '|') return reading;
  const rows = reading.records.filter((record) => fieldCount(record) === reading.width);
  const framed = rows.filter((record) => isBlankField(sample.bytes, record, 0)).length;
  const hasRule = reading.rules > 0 || rows.some(({ start, end }) => isRule(sample.bytes, start, end - 1));
  if (framed < rows.length || rows.length < 2) {
    return reading.rules > 0 ? tryDialect(sample, { ...reading.marks, isDrawn: true }) : reading;
  }
  const endsFramed = rows.every((record) => isBlankField(sample.bytes, record, reading.width - 1));
  return hasRule || endsFramed ? tryDialect(sample, { ...reading.marks, isDrawn: true }) : reading;
}

function isBlankField(bytes: Uint8Array, record: SampleRecord, field: number): boolean {
  return !isQuotedField(record, field) && fieldText(bytes, record, field, null).trim() === '';
}

/** `1, 2, 3`: when every delimiter has a blank behind it (or on both sides), the blank belongs to it. */
function withBlanks(sample: TextSample, reading: Reading): Reading {
  const { delimiter } = reading.marks;
  if (delimiter.length > 1 || reading.broken > 0 || reading.marks.isDrawn === true) return reading;
  for (const wider of [` ${delimiter} `, `${delimiter} `]) {
    if (!sample.text.includes(wider)) continue;
    const read = tryDialect(sample, { ...reading.marks, delimiter: wider });
    const isAsGood = read.explained >= reading.explained && read.score >= reading.score;
    if (read.width === reading.width && isAsGood && read.broken === 0) return read;
  }
  return reading;
}
