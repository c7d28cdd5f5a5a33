import { type Marks, type Reading, readSample, type TextSample } from './reading.js';
import { fieldCount } from './split-records.js';

/** When two explain a sample equally well, the earlier wins: a comma stands inside numbers and sentences, a tab hardly. */
const DELIMITERS = ['\t', ';', '|', '\x1f', '\x01', '\x1e', '^', '~', '¦', '§', ','] as const;
const LONG_DELIMITERS = [
  '||',
  '|~|',
  '~|~',
  '^|^',
  '|#|',
  '#|#',
  '@|@',
  '<|>',
  '::',
  ';;',
  '~~',
  '^^',
  '$$',
  '@@',
] as const;
/** Stand in sentences and times: asked only when no other explains the sample. */
const WEAK_DELIMITERS = [':', ' '] as const;

const GOOD_SCORE = 0.6;

/** The delimiter and the quotes that explain most of a sample. Null when nothing separates anything in it. */
export function chooseMarks(sample: TextSample, given: Partial<Marks>): Reading | null {
  const { text } = sample;
  if (given.delimiter !== undefined) return chooseQuotes(sample, text, given.delimiter, given);
  const best = bestOf(sample, text, [...LONG_DELIMITERS, ...DELIMITERS], given);
  if (best !== null && best.score >= GOOD_SCORE) return withBlanks(sample, text, best);
  const weak = bestOf(sample, text, WEAK_DELIMITERS, given);
  return weak !== null && weak.width > 2 && weak.explained === 1 && weak.records.length > 2 ? weak : best;
}

function bestOf(
  sample: TextSample,
  text: string,
  delimiters: readonly string[],
  given: Partial<Marks>,
): Reading | null {
  let best: Reading | null = null;
  let parts = '';
  for (const delimiter of delimiters) {
    if (!text.includes(delimiter) || parts.includes(delimiter)) continue;
    const reading = chooseQuotes(sample, text, delimiter, given);
    if (reading.width === 1) continue;
    if (best === null || reading.score > best.score) best = reading;
    if (delimiter.length > 1 && standsAlone(sample, reading)) parts += delimiter;
  }
  return best;
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

/** `1, 2, 3`: when every delimiter has a blank behind it (or on both sides), the blank belongs to it. */
function withBlanks(sample: TextSample, text: string, reading: Reading): Reading {
  const { delimiter } = reading.marks;
  if (delimiter.length > 1 || reading.broken > 0) return reading;
  for (const wider of [` ${delimiter} `, `${delimiter} `]) {
    if (!text.includes(wider)) continue;
    const read = readSample(sample, { ...reading.marks, delimiter: wider });
    if (read.width === reading.width && read.explained >= reading.explained && read.broken === 0) return read;
  }
  return reading;
}

/** The quotes that go with a delimiter. Quotes that mostly go wrong are no quotes but data. */
function chooseQuotes(sample: TextSample, text: string, delimiter: string, given: Partial<Marks>): Reading {
  if (given.quote !== undefined) {
    return readSample(sample, { delimiter, quote: given.quote, escape: given.escape ?? given.quote });
  }
  const double = doubleQuotes(sample, text, delimiter);
  const single = singleQuotes(sample, text, delimiter);
  const isProven = single !== null && (single.wellQuoted > 1 || single.explained > double.explained);
  if (isProven && single.wellQuoted > double.wellQuoted) return single;
  if (double.broken === 0 || double.wellQuoted >= double.broken) return double;
  return readSample(sample, { delimiter, quote: null, escape: null });
}

/** Without any quotes in the sample these are the ones to be expected behind it. */
function doubleQuotes(sample: TextSample, text: string, delimiter: string): Reading {
  const doubled = readSample(sample, { delimiter, quote: '"', escape: '"' });
  if (doubled.broken === 0 || !text.includes('\\"')) return doubled;
  const escaped = readSample(sample, { delimiter, quote: '"', escape: '\\' });
  return escaped.broken < doubled.broken ? escaped : doubled;
}

/** An apostrophe begins many words; it quotes only where every field that begins with one ends with one. */
function singleQuotes(sample: TextSample, text: string, delimiter: string): Reading | null {
  const opening = text.startsWith("'") || text.includes(`${delimiter}'`) || text.includes("\n'");
  if (!opening) return null;
  const readings = [readSample(sample, { delimiter, quote: "'", escape: "'" })];
  if (text.includes("\\'")) readings.push(readSample(sample, { delimiter, quote: "'", escape: '\\' }));
  return readings.find(({ broken }) => broken === 0) ?? null;
}
