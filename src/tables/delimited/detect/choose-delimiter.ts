import { DELIMITERS, LONG_DELIMITERS, WEAK_DELIMITERS } from '../../../contract/index.js';
import { HASH, type Marks, type Reading, tryDialect, scoreBeside } from './dialect-trial.js';
import type { TextSample } from '../../text/text-samples.js';
import { fieldCount, fieldText, isQuotedField, type SampleRecord } from './split-records.js';
import { isRule } from '../../text/lines.js';

const GOOD_SCORE = 0.6;
const CLEAR_SCORE = 0.9;

/** The delimiter and quotes that explain most of a sample. Null when the sample has no delimiter. */
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

/** The number of words differs from line to line in prose. R omits the name of the first column. */
function fitsAll({ bytes }: TextSample, { records, width, marks }: Reading): boolean {
  const [first, ...others] = records.filter(({ start }) => bytes[start] !== HASH);
  if (first === undefined || others.length < 2 || others.some((record) => fieldCount(record) !== width)) return false;
  // If every line begins with a space, spaces are padding of number columns.
  if (marks.delimiter === ' ' && others.every(beginsEmpty)) return false;
  return fieldCount(first) === width || fieldCount(first) === width - 1;
}

/** Whether all colons belong to times of day. */
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
    const quoted = chooseQuotes(sample, text, delimiter, given);
    if (quoted.width === 1) continue;
    // Escaped line breaks split records, so they matter for the choice.
    const reading = text.includes(ESCAPED_LINE) ? withBareEscapes(sample, quoted) : quoted;
    readings.push(reading);
    if (delimiter.length > 1 && occursAlone(sample, reading)) parts += delimiter;
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

/** A trial that explains nearly all of the sample, with more columns. */
function isRival(other: Reading, reading: Reading): boolean {
  return other !== reading && other.explained >= CLEAR_SCORE && other.width > reading.width;
}

/**
 * A trial that explains fewer lines, with fewer columns or without the header: its delimiter occurs in the text of
 * fields, as commas do.
 */
function isHarmless(other: Reading, reading: Reading): boolean {
  if (other.explained >= reading.explained) return false;
  const [first] = other.records;
  return other.width < reading.width || (reading.explained === 1 && first !== undefined && fieldCount(first) === 1);
}

/** Whether the characters of a long delimiter occur nowhere else: then they are not delimiters themselves. */
function occursAlone({ bytes }: TextSample, { records, marks, explained, width }: Reading): boolean {
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

/** The quotes that go with a delimiter. Quotes that are mostly unbalanced are data. */
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

/** A sample without quotes gets double quotes: the rest of the file may have some. */
function doubleQuotes(sample: TextSample, text: string, delimiter: string): Reading {
  const doubled = tryDialect(sample, { delimiter, quote: '"', escape: '"' });
  if (doubled.broken === 0 || !text.includes('\\"')) return doubled;
  const escaped = tryDialect(sample, { delimiter, quote: '"', escape: '\\' });
  return escaped.broken < doubled.broken ? escaped : doubled;
}

/** This many fields in apostrophes outweigh one in which they are unbalanced. */
const MANY_QUOTED = 20;

/**
 * Many words begin with an apostrophe. It is a quote only where hardly any field begins with one without ending with
 * one.
 */
function singleQuotes(sample: TextSample, text: string, delimiter: string): Reading | null {
  const opening = text.startsWith("'") || text.includes(`${delimiter}'`) || text.includes("\n'");
  if (!opening) return null;
  const readings = [tryDialect(sample, { delimiter, quote: "'", escape: "'" })];
  if (text.includes("\\'")) readings.push(tryDialect(sample, { delimiter, quote: "'", escape: '\\' }));
  return readings.find(({ broken, wellQuoted }) => wellQuoted >= MANY_QUOTED * broken) ?? null;
}

/** Adds what belongs to a chosen delimiter: escapes, the frame of a drawn table, spaces around the delimiter. */
export function refineMarks(sample: TextSample, reading: Reading): Reading {
  return withBlanks(sample, asDrawn(sample, withBareEscapes(sample, reading)));
}

/** As MySQL writes a line break. */
const ESCAPED_LINE = '\\\n';

/**
 * A backslash before a delimiter or a line break outside of quotes counts as an escape when that makes more records
 * fit.
 */
function withBareEscapes(sample: TextSample, reading: Reading): Reading {
  const { text } = sample;
  if (reading.marks.bareEscape === true) return reading;
  if (!text.includes(`\\${reading.marks.delimiter}`) && !text.includes(ESCAPED_LINE)) return reading;
  const escaped = tryDialect(sample, { ...reading.marks, bareEscape: true });
  const isBetter = escaped.explained > reading.explained;
  const isWhole = escaped.explained === 1 && text.includes(ESCAPED_LINE);
  return isBetter && (escaped.width === reading.width || isWhole) ? escaped : reading;
}

/**
 * Where most lines begin with the delimiter and some are drawn with dashes, the delimiter draws the frame of the table.
 */
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

/** `1, 2, 3`: when every delimiter is followed by a space (or surrounded by spaces), the space belongs to it. */
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
