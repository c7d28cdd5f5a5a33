import { countLines } from '../../text/lines.js';
import { findFooter } from './find-footer.js';
import type { Dialect } from '../dialect.js';
import { HASH, type Reading, tryDialect } from './dialect-trial.js';
import type { TextSample } from '../../text/text-samples.js';
import { fieldCount, fieldText, fieldTexts } from './split-records.js';

const FOOTER_RECORDS = 40;

/** Enough lines to see a footer in. */
export const FOOTER_LINES = 100;

/** The same from the last lines of a file that were only seen when it was read. */
export function footerLinesAt(end: Uint8Array, dialect: Dialect): number {
  const bytes = new Uint8Array(end.length + 1);
  bytes.set(end);
  const { lineEnd, comment, columns } = dialect;
  const sample: TextSample = { text: '', bytes, length: end.length, isCut: false, lineEnd };
  return footerLines(sample, tryDialect(sample, dialect), columns.length, comment);
}

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
  // Without a row above it, it may be the text of a quoted field that is longer than the sample.
  const hasRows = last.slice(0, last.length - count).some((record) => fieldCount(record) >= width);
  const first = last[last.length - count];
  return !hasRows || first === undefined ? 0 : countLines(bytes, first.start, length, grammar.returnEnds);
}
