import { isRule } from '../../text/lines.js';
import { type Reading, readSample } from './reading.js';
import type { TextSample } from '../../text/text-samples.js';
import { fieldCount, fieldText, isQuotedField, type SampleRecord } from './split-records.js';

/** What else belongs to the marks that were chosen: escapes, the sides of a drawn table, blanks around the delimiter. */
export function refineMarks(sample: TextSample, reading: Reading): Reading {
  return withBlanks(sample, asDrawn(sample, withBareEscapes(sample, reading)));
}

/** A backslash before a delimiter outside of quotes: believed where it makes rows of records that were none. */
function withBareEscapes(sample: TextSample, reading: Reading): Reading {
  if (!sample.text.includes(`\\${reading.marks.delimiter}`)) return reading;
  const escaped = readSample(sample, { ...reading.marks, bareEscape: true });
  return escaped.width === reading.width && escaped.explained > reading.explained ? escaped : reading;
}

/** Where most lines begin with the delimiter and some are drawn with dashes, it draws the sides of the table. */
function asDrawn(sample: TextSample, reading: Reading): Reading {
  if (reading.marks.delimiter !== '|') return reading;
  const rows = reading.records.filter((record) => fieldCount(record) === reading.width);
  const framed = rows.filter((record) => isBlankField(sample.bytes, record, 0)).length;
  const hasRule = reading.rules > 0 || rows.some(({ start, end }) => isRule(sample.bytes, start, end - 1));
  if (framed < rows.length || rows.length < 2) {
    return reading.rules > 0 ? readSample(sample, { ...reading.marks, isDrawn: true }) : reading;
  }
  const endsFramed = rows.every((record) => isBlankField(sample.bytes, record, reading.width - 1));
  return hasRule || endsFramed ? readSample(sample, { ...reading.marks, isDrawn: true }) : reading;
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
    const read = readSample(sample, { ...reading.marks, delimiter: wider });
    const isAsGood = read.explained >= reading.explained && read.score >= reading.score;
    if (read.width === reading.width && isAsGood && read.broken === 0) return read;
  }
  return reading;
}
