import { countLines } from '../../readers/text/lines.js';
import { findFooter } from './find-footer.js';
import { HASH, type Reading, type TextSample } from './reading.js';
import { fieldText, fieldTexts } from './split-records.js';

const FOOTER_RECORDS = 40;

/** How many lines there are from the first of the footer to the end of a sample that ends where the file does. */
export function footerLines(
  { bytes, length }: TextSample,
  { records, grammar }: Reading,
  width: number,
  comment: string | null,
): number {
  const last = records.filter(({ start }) => comment === null || bytes[start] !== HASH).slice(-FOOTER_RECORDS);
  const described = last.map((record) => ({
    fields: record.isBroken ? [fieldText(bytes, record, 0, null)] : fieldTexts(bytes, record, null),
    followsBlank: record.followsBlank,
  }));
  const count = findFooter(described, width);
  const first = last[last.length - count];
  return count === 0 || first === undefined ? 0 : countLines(bytes, first.start, length, grammar.returnEnds);
}
