import type { Marks } from './reading.js';
import { fieldCount, fieldText, isQuotedField, type SampleRecord } from './split-records.js';
import { valueKind } from './value-kind.js';

/** How many records are looked at for the cleanness of their fields, and how many fields of each. */
export const CLEAN_SAMPLE = 100;

/** Which part of the fields holds what looks like another delimiter, or quotes of another kind. */
export function dirtOf(
  bytes: Uint8Array,
  records: readonly SampleRecord[],
  { delimiter, quote }: Marks,
  marks: readonly string[],
): number {
  let fields = 0;
  let dirty = 0;
  for (const record of records) {
    for (let field = 0; field < Math.min(fieldCount(record), CLEAN_SAMPLE); field += 1) {
      fields += 1;
      if (isQuotedField(record, field)) continue;
      const text = fieldText(bytes, record, field, quote);
      if (marks.some((mark) => text.includes(mark)) && !isPlain(text, delimiter)) dirty += 1;
    }
  }
  return fields === 0 ? 0 : dirty / fields;
}

/** Numbers have commas of their own. */
function isPlain(text: string, delimiter: string): boolean {
  return delimiter !== ',' && valueKind(text) === 'number';
}
