import { countLines } from '../../text/lines.js';
import { findFooter, type FoundFooter, type LastRecord, type RowShape } from './find-footer.js';
import type { Dialect } from '../dialect.js';
import { HASH, type Reading, tryDialect } from './dialect-trial.js';
import type { TextSample } from '../../text/text-samples.js';
import { fieldCount, fieldText, fieldTexts, type SampleRecord } from './split-records.js';

const FOOTER_RECORDS = 40;

/** Enough lines to find a footer. */
export const FOOTER_LINES = 100;

export interface FooterLines {
  readonly lines: number;
  /** The text of a last row that reads like a total or a remark; null without one. */
  readonly doubtful: string | null;
}

/** The footer of the last lines of a file, when they were not read during detection. */
export function footerLinesAt(end: Uint8Array, dialect: Dialect): FooterLines {
  const bytes = new Uint8Array(end.length + 1);
  bytes.set(end);
  const { lineEnd, comment, columns, shape = { width: columns.length, kinds: [], filled: [] } } = dialect;
  const sample: TextSample = { text: '', bytes, length: end.length, isCut: false, lineEnd };
  return footerLines(sample, tryDialect(sample, dialect), shape, comment);
}

/** The number of lines from the beginning of the footer to the end of the sample, which is the end of the file. */
export function footerLines(
  { bytes, length }: TextSample,
  { records, grammar }: Reading,
  shape: RowShape,
  comment: string | null,
): FooterLines {
  const last = records.filter(({ start }) => comment === null || bytes[start] !== HASH).slice(-FOOTER_RECORDS);
  const found = footerOf(bytes, last, shape);
  const doubtful = found.doubtful === null ? null : found.doubtful.join(' ').trim();
  // Without a row above, it may be text of a quoted field that is longer than the sample.
  const hasRows = last.slice(0, last.length - found.records).some((record) => fieldCount(record) >= shape.width);
  const first = last[last.length - found.records];
  if (!hasRows || first === undefined) return { lines: 0, doubtful };
  return { lines: countLines(bytes, first.start, length, grammar.returnEnds), doubtful };
}

export function footerOf(bytes: Uint8Array, last: readonly SampleRecord[], shape: RowShape): FoundFooter {
  return findFooter(
    last.map((record) => new DescribedRecord(bytes, record)),
    shape,
  );
}

/** Its fields are read on demand: the search mostly ends at the last record. */
class DescribedRecord implements LastRecord {
  readonly #bytes: Uint8Array;
  readonly #record: SampleRecord;

  constructor(bytes: Uint8Array, record: SampleRecord) {
    this.#bytes = bytes;
    this.#record = record;
  }

  get fields(): readonly string[] {
    const [bytes, record] = [this.#bytes, this.#record];
    return record.isBroken ? [fieldText(bytes, record, 0, null)] : fieldTexts(bytes, record, null);
  }

  get followsBlank(): boolean {
    return this.#record.followsBlank;
  }
}
