import { COMMON_DELIMITERS } from '../../../contract/index.js';
import { columnKinds, filledColumns } from './find-header.js';
import { fits } from './locate-delimiter.js';
import { isNullWord, valueKind, type ValueKind } from './value-kind.js';

export interface LastRecord {
  readonly fields: readonly string[];
  readonly followsBlank: boolean;
}

const MOST_FOOTER_RECORDS = 20;

const TOTAL =
  /^[\s*]*(?:grand[\s_-]*|sub[\s_-]*)?(?:totals?|sums?|summe|gesamt\w*|totale?s?|suma|итого|合計|总计|合计)(?![\p{L}\p{N}])/iu;
/** `Total` or `Total: all regions`, but not a name such as `Total SA`. */
const TOTAL_ALONE =
  /^\s*(?:grand[\s_-]*|sub[\s_-]*)?(?:totals?|sums?|summe|gesamt(?:summe)?|totale?s?|suma|итого|合計|总计|合计)\s*(?::.*)?$/iu;
const CLOSING =
  /^\s*(?:[-=*_#~/<>\s]{3,}|[-=*_#~/<>\s]*(?:end\b|eof\b|ende\b|fin\b|trailer|footer|generated|exported|created|report|source|note|page|copyright|©|\(?\d+ (?:rows?|records?|lines?)|(?:rows?|records?|lines?|count|number of)\b))/iu;

export function isClosing(text: string): boolean {
  return CLOSING.test(text);
}

export function isTotal(text: string): boolean {
  return TOTAL.test(text);
}

/** Whether a record reads like a total or a remark. It may still be a row. */
export function readsLikeRemark(fields: readonly string[]): boolean {
  const first = fields.find((field) => field.trim() !== '') ?? '';
  return TOTAL_ALONE.test(first) || CLOSING.test(first);
}

/** Several words in one cell of a row without other values. It may still be a row. */
function isSentence(fields: readonly string[]): boolean {
  const given = fields.filter((field) => field.trim() !== '');
  const [first = ''] = given;
  return fields.length > 1 && given.length === 1 && valueKind(first) === 'text' && /\S\s+\S+\s+\S/.test(first);
}

/** What the rows of a table have in common. Records that read like remarks do not count. */
export function rowShape(records: readonly (readonly string[])[], width: number): RowShape {
  // Lines of only delimiters are not rows.
  const rows = records.filter((fields) => fields.some((field) => field.trim() !== ''));
  const certain = rows.filter((row) => !readsLikeRemark(row) && !isSentence(row));
  // Where most rows begin with such a word, it is a value.
  const some = certain.length * 2 < rows.length ? rows : certain;
  return { width, kinds: columnKinds(some, width), filled: filledColumns(some, width) };
}

/** What is known about the rows of a table. */
export interface RowShape {
  readonly width: number;
  /** The kind of each column's values; columns without a kind accept everything. */
  readonly kinds: readonly ValueKind[];
  /** Whether each column has a value in every row. */
  readonly filled: readonly boolean[];
}

export interface FoundFooter {
  /** The number of records at the end that are not rows. */
  readonly records: number;
  /** The last record that is a row although it reads like a total or a remark; null without one. */
  readonly doubtful: readonly string[] | null;
}

/**
 * Counts the records at the end that are not rows but remarks: totals, "-- end --", the date of the export. A record
 * with the width of the table and values of the right kinds is a row, whatever its words are. A record that is only
 * short may have been cut off. It stays a record, so that it becomes a fault.
 */
export function findFooter(records: readonly LastRecord[], shape: RowShape): FoundFooter {
  let count = 0;
  // Empty records, and remarks that are a footer only if there is a gap above them.
  let pending = 0;
  let doubtful: readonly string[] | null = null;
  for (let at = records.length - 1; at >= 0 && count + pending < MOST_FOOTER_RECORDS; at -= 1) {
    const record = records[at];
    if (record === undefined) break;
    const followsGap = record.followsBlank || (at > 0 && isEmpty(records[at - 1] as LastRecord));
    const isLoneRemark = isRemark(record, shape);
    // Spreadsheets write a gap before remarks as a line of delimiters.
    if (isEmpty(record) || (isLoneRemark && !followsGap)) {
      pending += 1;
      if (isLoneRemark) doubtful ??= record.fields;
    } else if (isLoneRemark || isFooter(record, shape, followsGap)) {
      count += pending + 1;
      pending = 0;
      doubtful = null;
    } else {
      if (readsLikeRemark(record.fields) || isSentence(record.fields)) doubtful ??= record.fields;
      break;
    }
  }
  let gap = 0;
  const most = count === 0 ? 0 : Math.min(MOST_FOOTER_RECORDS, records.length);
  while (count + gap < most && isEmpty(records[records.length - 1 - count - gap] as LastRecord)) gap += 1;
  return count + gap >= records.length ? { records: 0, doubtful: null } : { records: count + gap, doubtful };
}

/** A text in one cell of a row that has gaps otherwise. It could be a row, unless there is a gap above it. */
function isRemark({ fields }: LastRecord, shape: RowShape): boolean {
  const given = fields.filter((field) => field.trim() !== '');
  if (shape.width === 1 || given.length !== 1 || !couldBeRow(fields, shape) || !lacksValue(fields, shape)) return false;
  const [first = ''] = given;
  if (TOTAL_ALONE.test(first)) return false;
  return TOTAL.test(first) || CLOSING.test(first) || isSentence(fields);
}

function couldBeRow(fields: readonly string[], { width, kinds }: RowShape): boolean {
  return fields.length === width && fields.every((field, column) => fits(field, kinds[column]));
}

function lacksValue(fields: readonly string[], { filled }: RowShape): boolean {
  return fields.some((field, column) => filled[column] === true && (field.trim() === '' || isNullWord(field)));
}

function isEmpty({ fields }: LastRecord): boolean {
  return fields.every((field) => field.trim() === '');
}

function isFooter({ fields, followsBlank }: LastRecord, shape: RowShape, followsGap: boolean): boolean {
  const { width } = shape;
  const given = fields.filter((field) => field.trim() !== '');
  const [first = ''] = given;
  if (width === 1) return followsBlank && CLOSING.test(first);
  // A word alone is no evidence. A total that lacks a value which every row has is not a row.
  if (couldBeRow(fields, shape)) return TOTAL_ALONE.test(first) && lacksValue(fields, shape);
  const isSparse = given.length < fields.length || fields.length !== width;
  if (fields.length === width && TOTAL_ALONE.test(first)) return true;
  if (isSparse && TOTAL.test(first) && given.length <= Math.max(2, width - 1)) return true;
  if (fields.length === width && given.length > 1) return false;
  if (CLOSING.test(first) || (followsGap && isSentence(fields))) return true;
  return (
    given.length === 1 &&
    fields.length !== width &&
    valueKind(first) === 'text' &&
    (followsGap || /\S\s+\S/.test(first)) &&
    !isOtherwiseSeparated(first, width)
  );
}

/** A row with another delimiter is a fault, not a remark. */
function isOtherwiseSeparated(text: string, width: number): boolean {
  return width > 2 && COMMON_DELIMITERS.some((mark) => text.split(mark).length === width);
}
