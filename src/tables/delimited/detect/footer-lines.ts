import { countLines } from '../../text/lines.js';
import { findFooter } from './find-footer.js';
import type { Dialect } from '../dialect.js';
import { HASH, type Reading, tryDialect } from './dialect-trial.js';
import type { TextSample } from '../../text/text-samples.js';
import { fieldCount, fieldText, fieldTexts } from './split-records.js';

const FOOTER_RECORDS = 40;

/** Enough lines to find a footer. */
export const FOOTER_LINES = 100;

/** The same for the last lines of a file, when they were not read during detection. */
export function footerLinesAt(end: Uint8Array, dialect: Dialect): number {
  const bytes = new Uint8Array(end.length + 1);
  bytes.set(end);
  const { lineEnd, comment, columns } = dialect;
  const sample: TextSample = { text: '', bytes, length: end.length, isCut: false, lineEnd };
  return footerLines(sample, tryDialect(sample, dialect), columns.length, comment);
}

/** The number of lines from the beginning of the footer to the end of the sample, which is the end of the file. */
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
  // Without a row above, it may be text of a quoted field that is longer than the sample.
  const hasRows = last.slice(0, last.length - count).some((record) => fieldCount(record) >= width);
  const first = last[last.length - count];
  return !hasRows || first === undefined ? 0 : countLines(bytes, first.start, length, grammar.returnEnds);
}
