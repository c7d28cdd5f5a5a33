import type { TextHead } from '../text.js';
import { readRecords, type Records } from './records.js';

/** When two split the text equally well, the earlier wins: a comma stands inside numbers and sentences, a tab hardly. */
const DELIMITERS = ['\t', ';', '|', ',', '\x1f', '\x01', '^', '~'] as const;

const SAMPLE_RECORDS = 200;
/** A quoted field longer than this is rather a stray quote. */
const LONGEST_FIELD_CHARACTERS = 65_536;
/** Which part of the records must have the same number of fields: a title, a comment and a total are forgiven. */
const CONSISTENT = 0.9;
const CONSISTENT_IF_PROMISED = 0.5;

export interface Dialect {
  readonly delimiter: string;
  readonly quoted: boolean;
  /** How many fields most records have. */
  readonly width: number;
}

interface Candidate extends Dialect {
  readonly consistency: number;
  readonly recordCount: number;
}

/** The delimiter that splits most records into the same number of fields; null when none does so well enough. */
export function sniffDialect(head: TextHead, isPromised: boolean): Dialect | null {
  const candidates = DELIMITERS.map((delimiter) => candidateFor(head, delimiter)).filter((one) => one.width > 1);
  const best = candidates.reduce<Candidate | null>(better, null);
  if (best !== null && isGoodEnough(best, isPromised)) return best;
  return isPromised ? oneColumn(head) : null;
}

function candidateFor(head: TextHead, delimiter: string): Candidate {
  const dialect = { delimiter, quoted: isQuoted(head, delimiter) };
  const widths = completeRecords(head, dialect, SAMPLE_RECORDS).records.map((fields) => fields.length);
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [width, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
  return {
    ...dialect,
    width,
    consistency: widths.length === 0 ? 0 : count / widths.length,
    recordCount: widths.length,
  };
}

/** Quotes count as such unless one is opened and never closed. */
function isQuoted({ text, isWhole }: TextHead, delimiter: string): boolean {
  const { unclosedAt } = readRecords(text, { delimiter, quoted: true, limit: SAMPLE_RECORDS });
  return unclosedAt === null || (!isWhole && text.length - unclosedAt < LONGEST_FIELD_CHARACTERS);
}

function better(best: Candidate | null, one: Candidate): Candidate {
  return best === null || one.consistency > best.consistency ? one : best;
}

/** Sentences have commas too; without a promise in the file's name, two columns of one comma a line are none. */
function isGoodEnough({ delimiter, width, consistency, recordCount }: Candidate, isPromised: boolean): boolean {
  if (isPromised) return consistency >= CONSISTENT_IF_PROMISED;
  return consistency >= CONSISTENT && recordCount > 1 && (width > 2 || delimiter !== ',');
}

/** A file that calls itself CSV and has no delimiter is a list. */
function oneColumn(head: TextHead): Dialect {
  return { delimiter: ',', quoted: isQuoted(head, ','), width: 1 };
}

/** Records without the last one, if the head ends in the middle of it. */
export function completeRecords(head: TextHead, dialect: Omit<Dialect, 'width'>, limit: number): Records {
  const read = readRecords(head.text, { ...dialect, limit });
  const isCut = read.reachedEnd && read.unclosedAt === null && !head.isWhole && read.records.length > 1;
  return isCut ? { ...read, records: read.records.slice(0, -1) } : read;
}
