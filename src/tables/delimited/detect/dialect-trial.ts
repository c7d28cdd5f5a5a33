import { type Grammar, grammarOf } from '../read/grammar.js';
import { COMMON_DELIMITERS } from '../../../contract/index.js';
import type { Dialect } from '../dialect.js';
import {
  fieldCount,
  fieldText,
  isQuotedField,
  quotedFields,
  type SampleRecord,
  splitRecords,
} from './split-records.js';
import { isRule } from '../../text/lines.js';
import type { TextSample } from '../../text/text-samples.js';
import { valueKind } from './value-kind.js';

/** A delimiter and its quotes, to be tried on a sample. */
export type Marks = Pick<Dialect, 'delimiter' | 'quote' | 'escape' | 'isDrawn' | 'bareEscape'>;

/** A sample split with one delimiter, and how well that explains it. */
export interface Reading {
  readonly marks: Marks;
  readonly grammar: Grammar;
  readonly records: readonly SampleRecord[];
  /** How many fields most records have. */
  readonly width: number;
  /** Records with broken quotes, and fields with intact ones. */
  readonly broken: number;
  readonly wellQuoted: number;
  /** The number of lines that are drawn with dashes and are not rows. */
  readonly rules: number;
  /**
   * From 0 to 1: the share of records that this trial explains, minus a penalty for fields that contain other
   * delimiters.
   */
  readonly score: number;
  /** The same without the penalty. */
  readonly explained: number;
  /** The same for the lines from the first to the last row: a small table often has more lines around it than in it. */
  readonly explainedWithin: number;
}

/** Lines around the table cost less than lines inside it that do not fit. */
const AROUND_COST = 0.3;
const DIRT_COST = 0.3;

/** Comment lines begin with it. */
export const HASH = 0x23;

export function tryDialect(sample: TextSample, marks: Marks): Reading {
  const grammar = grammarOf({ ...NO_PLACE, ...marks, lineEnd: sample.lineEnd });
  const records = withoutRegularGaps(splitRecords(sample.bytes, sample.length, grammar, sample.isCut));
  const uncommented = records.filter(({ start }) => sample.bytes[start] !== HASH);
  const width = commonWidth(uncommented.length === 0 ? records : uncommented);
  const fits = (record: SampleRecord) => fieldCount(record) === width;
  const isDrawnLine = (record: SampleRecord) => isRule(sample.bytes, record.start, record.end - 1);
  const rules = records.filter((record) => !fits(record) && isDrawnLine(record)).length;
  const counted = records.filter(
    (record) => fits(record) || (sample.bytes[record.start] !== HASH && !isDrawnLine(record)),
  );
  const fitting = counted.filter(fits);
  const around =
    counted.length === 0 ? 0 : counted.findIndex(fits) + (counted.length - 1 - counted.findLastIndex(fits));
  const odd = counted.length - fitting.length - around;
  // A field never contains its own delimiter.
  const otherMarks = OTHER_MARKS.filter((mark) => mark !== marks.delimiter);
  const explained = fitting.length === 0 ? 0 : fitting.length / (fitting.length + odd + AROUND_COST * around);
  return {
    marks,
    grammar,
    records,
    width,
    broken: records.filter(({ isBroken }) => isBroken).length,
    rules,
    wellQuoted: records.reduce((count, record) => count + quotedFields(record), 0),
    explained,
    explainedWithin: fitting.length === 0 ? 0 : fitting.length / (fitting.length + odd),
    score: explained * (1 - DIRT_COST * dirtOf(sample.bytes, fitting.slice(0, CLEAN_SAMPLE), marks, otherMarks)),
  };
}

const OTHER_MARKS = [...COMMON_DELIMITERS, '"'] as const;

/**
 * The score of a trial compared with others. Fields should not contain the delimiters of `rivals`, which explain the
 * sample equally well; they may contain those of `harmless` trials.
 */
export function scoreBeside(
  { bytes }: TextSample,
  reading: Reading,
  rivals: readonly string[],
  harmless: readonly string[],
): number {
  if (rivals.length === 0 && harmless.length === 0) return reading.score;
  const fitting = reading.records.filter((record) => fieldCount(record) === reading.width).slice(0, CLEAN_SAMPLE);
  const marks = [...OTHER_MARKS, ...rivals].filter((mark) => !harmless.includes(mark));
  const dirt = dirtOf(bytes, fitting, reading.marks, marks);
  return reading.explained * (1 - DIRT_COST * dirt);
}

const NO_PLACE = {
  headerRepeats: false,
  comment: null,
  trailingDelimiter: false,
  footerLines: 0,
  preambleLines: 0,
  headerLines: 0,
  columns: [],
} as const;

/** Where every line is followed by a blank line, blank lines do not separate tables. */
function withoutRegularGaps(records: readonly SampleRecord[]): readonly SampleRecord[] {
  const gaps = records.filter(({ followsBlank }) => followsBlank).length;
  return gaps <= records.length / 2 ? records : records.map((record) => ({ ...record, followsBlank: false }));
}

/** The number of fields of most records. Lines with one field are titles, unless there is nothing else. */
function commonWidth(records: readonly SampleRecord[]): number {
  const counts = new Map<number, number>();
  for (const record of records) counts.set(fieldCount(record), (counts.get(fieldCount(record)) ?? 0) + 1);
  let width = 1;
  let most = 0;
  for (const [fields, count] of counts) {
    if (fields > 1 && (count > most || (count === most && fields > width))) [width, most] = [fields, count];
  }
  return width;
}

/** The number of records whose fields are checked for other delimiters, and the number of fields of each. */
const CLEAN_SAMPLE = 100;

/** The share of fields that contain another delimiter, or other quotes. */
export function dirtOf(
  bytes: Uint8Array,
  records: readonly SampleRecord[],
  { delimiter, quote }: Marks,
  marks: readonly string[],
): number {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = marks.filter((mark) => view.includes(mark));
  if (found.length === 0) return 0;
  let fields = 0;
  let dirty = 0;
  for (const record of records) {
    for (let field = 0; field < Math.min(fieldCount(record), CLEAN_SAMPLE); field += 1) {
      fields += 1;
      if (isQuotedField(record, field)) continue;
      const text = fieldText(bytes, record, field, quote);
      if (found.some((mark) => text.includes(mark)) && !isPlain(text, delimiter)) dirty += 1;
    }
  }
  return fields === 0 ? 0 : dirty / fields;
}

/** Numbers contain commas. */
function isPlain(text: string, delimiter: string): boolean {
  return delimiter !== ',' && valueKind(text) === 'number';
}
