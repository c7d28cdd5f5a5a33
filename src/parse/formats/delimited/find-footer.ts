import { valueKind } from './value-kind.js';

export interface LastRecord {
  readonly fields: readonly string[];
  readonly followsBlank: boolean;
}

const MOST_FOOTER_RECORDS = 20;

const TOTAL = /^\s*(?:grand[\s_-]*|sub[\s_-]*)?(?:totals?|sums?|summe|gesamt\w*|totale?s?|suma|итого|合計)\b/iu;
const CLOSING =
  /^\s*(?:[-=*_#~/<>\s]{3,}|[-=*_#~/<>\s]*(?:end\b|eof\b|ende\b|fin\b|trailer|footer|generated|exported|created|report|source|note|page|copyright|©|\(?\d+ (?:rows?|records?|lines?)|(?:rows?|records?|lines?|count|number of)\b))/iu;

/**
 * How many records at the end are no rows but say something about them: totals, "-- end --", when and by whom the file
 * was made. What is only short may be a record that was cut off, and stays one, so that it shows as a fault.
 */
export function findFooter(records: readonly LastRecord[], width: number): number {
  let count = 0;
  for (let at = records.length - 1; at >= 0 && count < MOST_FOOTER_RECORDS; at -= 1) {
    const record = records[at];
    if (record === undefined || !isFooter(record, width)) break;
    count += 1;
  }
  return count === records.length ? 0 : count;
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
    (followsBlank || /\S\s+\S/.test(first))
  );
}
