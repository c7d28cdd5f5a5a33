import { COMMON_DELIMITERS } from '../../../contract/index.js';
import type { Confidence } from '../../encoding/detect-encoding.js';
import type { Dialect } from '../dialect.js';
import type { FormatOptions } from '../../format.js';
import { nameColumns } from '../../table/column-names.js';
import { chooseDelimiter } from './choose-delimiter.js';
import type { RowShape } from './find-footer.js';
import { type FooterLines, footerLines, footerOf } from './footer-lines.js';
import { chooseTable, otherTableNotes, otherTablesOf, tableReading } from './choose-table.js';
import { findTables } from './find-tables.js';
import { HASH, type Reading, tryDialect } from './dialect-trial.js';
import type { TextSample, TextSamples } from '../../text/text-samples.js';
import { fieldCount, type SampleRecord } from './split-records.js';
import { placeTable } from './place-table.js';

export interface FindOptions {
  /** Whether the file's name or the user declares it a delimited table. */
  readonly isNamed: boolean;
  readonly given: FormatOptions;
}

export interface DelimitedFinding {
  readonly dialect: Dialect;
  readonly confidence: Confidence;
  /** Notes for the user, in sentences. */
  readonly notes: readonly string[];
  /** What may be wrong with the reading. */
  readonly warnings: readonly string[];
  /** Whether the values below confirm the names. */
  readonly headerIsCertain: boolean;
}

/** For a list: a file with the extension of CSV that contains no delimiter. */
const ONE_COLUMN_DELIMITERS = [...COMMON_DELIMITERS, '\x1f'] as const;

/** The dialect that reads a text as a table; null if none does. */
export function findDialect(samples: TextSamples, options: FindOptions): DelimitedFinding | null {
  const { head } = samples;
  const given = { ...declaredBySheet(head.text), ...options.given };
  const isNamed = options.isNamed || given.delimiter !== undefined;
  const chosen = chooseDelimiter(head, marksGiven(given));
  if (chosen !== null && chosen.width > 1 && isGoodEnough(chosen, isNamed)) return describe(chosen, samples, given);
  if (isNamed) {
    const list = oneColumn(head);
    return list.records.length === 0 ? null : describe(list, samples, given);
  }
  // Two columns with a comma may be sentences, unless the values below confirm the names.
  const found = chosen === null || chosen.width === 1 ? null : describe(chosen, samples, given);
  const isCertain = found?.confidence === 'certain' || (chosen !== null && isWholeWithin(chosen));
  return found !== null && isCertain && found.headerIsCertain && found.dialect.headerLines > 0 ? found : null;
}

/**
 * A small table below a long title: all of its own lines fit, its delimiter is not a comma, and it does not occur
 * within prose.
 */
function isWholeWithin({ marks, width, explained, explainedWithin }: Reading): boolean {
  return explainedWithin === 1 && explained >= MOSTLY_TABLE && width > 2 && marks.delimiter.trim() !== ',';
}

/** A first line `sep=;` declares the delimiter for Excel. */
function declaredBySheet(text: string): Pick<FormatOptions, 'delimiter' | 'skipLines'> {
  const delimiter = /^sep=(.)[\r\n]/i.exec(text)?.[1];
  return delimiter === undefined ? {} : { delimiter, skipLines: 1 };
}

function marksGiven({ delimiter, quote }: FormatOptions): Parameters<typeof chooseDelimiter>[1] {
  return { ...(delimiter === undefined ? {} : { delimiter }), ...(quote === undefined ? {} : { quote }) };
}

const CONSISTENT = 0.9;
const CONSISTENT_IF_NAMED = 0.4;
const MOSTLY_TABLE = 0.6;

/** Sentences contain commas too: one comma per line is not a table, unless the file's name declares one. */
function isGoodEnough({ marks, width, explained, records }: Reading, isNamed: boolean): boolean {
  if (isNamed) return explained >= CONSISTENT_IF_NAMED;
  return explained >= CONSISTENT && records.length > 1 && (width > 2 || marks.delimiter.trim() !== ',');
}

function oneColumn(sample: TextSample): Reading {
  const delimiter = ONE_COLUMN_DELIMITERS.find((candidate) => !sample.text.includes(candidate)) ?? '\x1f';
  const quoted = tryDialect(sample, { delimiter, quote: '"', escape: '"' });
  if (quoted.broken === 0 || quoted.wellQuoted >= quoted.broken) return { ...quoted, width: 1 };
  return { ...tryDialect(sample, { delimiter, quote: null, escape: null }), width: 1 };
}

function describe(reading: Reading, samples: TextSamples, given: FormatOptions): DelimitedFinding {
  const { head } = samples;
  const comment = commentOf(head.bytes, reading);
  const placed = placeTable(head.bytes, reading, comment, given);
  const isComment = ({ start }: SampleRecord): boolean => comment !== null && head.bytes[start] === HASH;
  const tables = findTables(head, reading, placed.firstRecord, isComment);
  const chosen = chooseTable(tables, head.isCut, given);
  const own = chosen === null ? reading : tableReading(reading, chosen);
  const place = chosen === null ? placed : placeTable(head.bytes, own, comment, given);
  const named = nameColumns(place.header, place.width);
  const behind = behindOf(samples, own, place.shape, comment, chosen !== null && chosen.end < reading.records.length);
  const others = chosen === null ? [] : otherTablesOf(tables, chosen, reading.records);
  const dialect: Dialect = {
    ...reading.marks,
    lineEnd: head.lineEnd,
    comment,
    preambleLines: place.preambleLines,
    headerLines: place.headerLines,
    columns: named.columns,
    headerRepeats: place.headerLines > 0,
    footerLines: given.footerLines ?? behind.lines,
    footerUnseen: given.footerLines === undefined && head.isCut && samples.tail === null,
    trailingDelimiter: place.trailingDelimiter,
    shortRows: place.shortRows,
    strictQuotes: quotesProperly(own),
    shape: place.shape,
    endLine: behind.endLine,
    otherTables: others,
    headerReason: place.headerProblem ?? undefined,
  };
  return {
    dialect,
    confidence: confidenceIn(own, place.headerIsCertain),
    headerIsCertain: place.headerIsCertain,
    notes: [
      ...(place.headerProblem === null ? named.notes : []),
      ...shortNote(place.shortRows),
      ...(given.footerLines === undefined ? doubtfulNote(behind.doubtful) : []),
      ...(given.table === undefined ? [] : otherTableNotes(tables, chosen)),
    ],
    warnings: [
      ...(place.headerProblem === null ? [] : [`The column names are uncertain: ${place.headerProblem}.`]),
      ...(given.table === undefined ? otherTableNotes(tables, chosen) : []),
    ],
  };
}

/** This many quoted records outweigh one with a quote inside an unquoted field. */
const PROPERLY_QUOTED = 20;

/** Whether quotes surround fields and do not occur elsewhere, except in single records. Apostrophes occur in words. */
function quotesProperly({ records, marks, wellQuoted }: Reading): boolean {
  if (marks.quote !== '"' || wellQuoted === 0) return false;
  const bare = records.filter(({ hasBareQuote }) => hasBareQuote).length;
  const quoted = records.filter(({ places }) => places.some((place, at) => at % 2 === 0 && place < 0)).length;
  return bare <= Math.max(1, quoted / PROPERLY_QUOTED);
}

function doubtfulNote(text: string | null): string[] {
  if (text === null) return [];
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return [`The last row '${shown}' is read as a row. If it is not one, set the number of footer lines.`];
}

function shortNote(shortRows: boolean): string[] {
  return shortRows ? ['Some rows omit cells at their end; those are null.'] : [];
}

function confidenceIn({ explained, records, width }: Reading, headerIsCertain: boolean): Confidence {
  if (explained === 1 && headerIsCertain && width > 1 && records.length > 2) return 'certain';
  return explained >= CONSISTENT && records.length > 1 ? 'likely' : 'guess';
}

/** `#` begins comments if the lines that begin with it do not fit the table; a row may begin with it as well. */
function commentOf(bytes: Uint8Array, { records, width }: Reading): string | null {
  const marked = records.filter((record) => bytes[record.start] === HASH);
  const comments = marked.filter((record) => fieldCount(record) !== width);
  const rows = marked.length - comments.length;
  // The last of the comments may be the header itself, with `#` before the first name.
  return width > 1 && comments.length > 0 && (rows === 0 || (rows === 1 && isFirstRow(marked, records, width)))
    ? '#'
    : null;
}

function isFirstRow(marked: readonly SampleRecord[], records: readonly SampleRecord[], width: number): boolean {
  const first = records.find((record) => fieldCount(record) === width);
  return first !== undefined && marked.includes(first);
}

interface Behind extends FooterLines {
  /** The last line of the table, if another follows. */
  readonly endLine: number | undefined;
}

/** Totals and notes at the end, or the beginning of the next table. Unknown when the end was not seen. */
function behindOf(
  { head, tail }: TextSamples,
  reading: Reading,
  shape: RowShape,
  comment: string | null,
  hasNext: boolean,
): Behind {
  if (hasNext) {
    const { records } = footerOf(head.bytes, reading.records, shape);
    const last = reading.records[reading.records.length - records - 1];
    const endLine = last === undefined ? undefined : last.line + last.lineCount - 1;
    return { lines: 0, doubtful: null, endLine };
  }
  if (tail !== null) {
    return { ...footerLines(tail, tryDialect(tail, reading.marks), shape, comment), endLine: undefined };
  }
  if (head.isCut) return { lines: 0, doubtful: null, endLine: undefined };
  return { ...footerLines(head, reading, shape, comment), endLine: undefined };
}
