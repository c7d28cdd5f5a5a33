import { type Marks, type Reading, readSample, type TextSample } from './reading.js';

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
  const text = Buffer.from(sample.bytes.buffer, sample.bytes.byteOffset, sample.length).toString('utf8');
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
  for (const delimiter of delimiters) {
    if (!text.includes(delimiter)) continue;
    const reading = chooseQuotes(sample, text, delimiter, given);
    if (reading.width > 1 && (best === null || reading.score > best.score)) best = reading;
  }
  return best;
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
  const doubled = readSample(sample, { delimiter, quote: '"', escape: '"' });
  if (!text.includes('"')) return singleQuotes(sample, text, delimiter) ?? doubled;
  const readings = [doubled];
  if (text.includes('\\"')) readings.push(readSample(sample, { delimiter, quote: '"', escape: '\\' }));
  const best = readings.reduce((one, other) => (other.broken < one.broken ? other : one));
  if (best.broken === 0 || best.wellQuoted >= best.broken) return best;
  return readSample(sample, { delimiter, quote: null, escape: null });
}

/** An apostrophe begins many words; it quotes only where every field that begins with one ends with one. */
function singleQuotes(sample: TextSample, text: string, delimiter: string): Reading | null {
  const opening = text.startsWith("'") || text.includes(`${delimiter}'`) || text.includes("\n'");
  if (!opening) return null;
  const readings = [readSample(sample, { delimiter, quote: "'", escape: "'" })];
  if (text.includes("\\'")) readings.push(readSample(sample, { delimiter, quote: "'", escape: '\\' }));
  return readings.find(({ broken, wellQuoted }) => broken === 0 && wellQuoted > 1) ?? null;
}
