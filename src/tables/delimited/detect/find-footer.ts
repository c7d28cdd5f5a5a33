import { COMMON_DELIMITERS } from '../../../contract/index.js';
import { valueKind } from './value-kind.js';

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

/**
 * Counts the records at the end that are not rows but remarks: totals, "-- end --", the date of the export. A record
 * that is only short may have been cut off. It stays a record, so that it becomes a fault.
 */
export function findFooter(records: readonly LastRecord[], width: number): number {
  let count = 0;
  let empty = 0;
  for (let at = records.length - 1; at >= 0 && count + empty < MOST_FOOTER_RECORDS; at -= 1) {
    const record = records[at];
    if (record === undefined) break;
    // Spreadsheets write a gap before remarks as a line of delimiters.
    if (record.fields.every((field) => field.trim() === '')) empty += 1;
    else if (isFooter(record, width) || (isTotalRow(record, width) && !records.slice(0, at).some(beginsWithTotal))) {
      count += empty + 1;
      empty = 0;
    } else break;
  }
  const gap = count === 0 ? 0 : empty;
  return count + gap >= records.length ? 0 : count + gap;
}

function beginsWithTotal({ fields }: LastRecord): boolean {
  return isTotal(fields[0] ?? '');
}

/** A last row without gaps that names itself the total. */
function isTotalRow({ fields }: LastRecord, width: number): boolean {
  return fields.length === width && width > 1 && TOTAL_ALONE.test(fields[0] ?? '');
}

function isFooter({ fields, followsBlank }: LastRecord, width: number): boolean {
  const given = fields.filter((field) => field.trim() !== '');
  const [first = ''] = given;
  const isSparse = given.length < fields.length || fields.length !== width;
  if (width === 1) return followsBlank && CLOSING.test(first);
  if (isSparse && TOTAL.test(first) && given.length <= Math.max(2, width - 1)) return true;
  if (fields.length === width && given.length > 1) return false;
  if (CLOSING.test(first)) return true;
  return (
    given.length === 1 &&
    fields.length !== width &&
    valueKind(first) === 'text' &&
    (followsBlank || /\S\s+\S/.test(first)) &&
    !isOtherwiseSeparated(first, width)
  );
}

/** A row with another delimiter is a fault, not a remark. */
function isOtherwiseSeparated(text: string, width: number): boolean {
  return width > 2 && COMMON_DELIMITERS.some((mark) => text.split(mark).length === width);
}
