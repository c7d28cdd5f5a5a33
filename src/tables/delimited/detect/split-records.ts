import { createCursor, readFields } from '../read/read-fields.js';
import type { Grammar } from '../read/grammar.js';
import { countLines, LF, lineBehind, nextLine } from '../../text/lines.js';
import { isAscii } from 'node:buffer';

/** One record of a sample, split as the reader splits it. */
export interface SampleRecord {
  /** The 1-based line it begins on. */
  readonly line: number;
  readonly lineCount: number;
  readonly start: number;
  readonly end: number;
  /** The beginnings and ends of its fields in turn, `~start` for a quoted one. Empty when its quotes are broken. */
  readonly places: readonly number[];
  readonly isBroken: boolean;
  /** Whether an unquoted field has a quote inside. */
  readonly hasBareQuote: boolean;
  /** Whether a blank line precedes it. */
  readonly followsBlank: boolean;
}

/** Tables are hardly ever wider. */
const MOST_FIELDS = 65_536;

const slots = { starts: new Int32Array(MOST_FIELDS), ends: new Int32Array(MOST_FIELDS) };
const cursor = createCursor();

/**
 * Splits a sample into records, without blank lines. A record with unbalanced quotes is its first line only. `isCut`
 * means that the sample ends in the middle of the file, so its last record is incomplete. The sample must have one
 * spare byte at its end.
 */
export function splitRecords(
  bytes: Uint8Array,
  to: number,
  grammar: Grammar,
  isCut: boolean,
  limit = Infinity,
): SampleRecord[] {
  const reading = { ...grammar, width: MOST_FIELDS, shortRows: false };
  const records: SampleRecord[] = [];
  bytes[to] = LF;
  let line = 1;
  let followsBlank = false;
  for (let at = 0; at < to && records.length < limit;) {
    readFields(bytes, at, to, reading, slots, 0, cursor);
    const isBroken = cursor.broken !== null;
    const hasBareQuote = cursor.bareQuote !== -1;
    if (isCut && (cursor.at >= to || cursor.broken === 'unclosed_quote') && records.length > 0) break;
    const next = isBroken ? nextLine(bytes, at, to, grammar.returnEnds) : lineBehind(bytes, cursor.at, to);
    const lineCount = countLines(bytes, at, next, grammar.returnEnds);
    const isBlank = !isBroken && cursor.fields === 1 && isBlankText(bytes, at, cursor.at);
    if (!isBlank) {
      const places = isBroken ? [] : placesOf(cursor.fields);
      records.push({ line, lineCount, start: at, end: next, places, isBroken, hasBareQuote, followsBlank });
    }
    followsBlank = isBlank;
    line += lineCount;
    at = next;
  }
  return records;
}

/** Not an Int32Array: for a few fields it takes longer to create than to fill. */
function placesOf(fields: number): number[] {
  const places: number[] = [];
  for (let field = 0; field < Math.min(fields, MOST_FIELDS); field += 1) {
    places.push(slots.starts[field] ?? 0, slots.ends[field] ?? 0);
  }
  return places;
}

function isBlankText(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((bytes[at] ?? 0) > 0x20) return false;
  return true;
}

export function fieldCount(record: SampleRecord): number {
  return record.places.length / 2;
}

export function isQuotedField({ places }: SampleRecord, field: number): boolean {
  return (places[field * 2] ?? 0) < 0;
}

export function quotedFields(record: SampleRecord): number {
  let count = 0;
  for (let field = 0; field < fieldCount(record); field += 1) if (isQuotedField(record, field)) count += 1;
  return count;
}

/** The text of a field, with the quotes inside it unchanged. */
export function fieldText(bytes: Uint8Array, { places }: SampleRecord, field: number, quote: string | null): string {
  const start = places[field * 2] ?? 0;
  const text = sampleText(bytes, start < 0 ? ~start : start, places[field * 2 + 1] ?? 0);
  return start < 0 && quote !== null ? text.replaceAll(quote + quote, quote) : text;
}

export function fieldTexts(bytes: Uint8Array, record: SampleRecord, quote: string | null): string[] {
  const texts: string[] = [];
  for (let field = 0; field < fieldCount(record); field += 1) texts.push(fieldText(bytes, record, field, quote));
  return texts;
}

let sample: Uint8Array = new Uint8Array(0);
let view: Buffer = Buffer.alloc(0);
let ascii: string | null = '';

/**
 * The text of a few bytes of a sample. An ASCII sample is decoded once: slicing a string takes a tenth of the time of
 * decoding each field.
 */
function sampleText(bytes: Uint8Array, start: number, end: number): string {
  if (bytes !== sample) {
    sample = bytes;
    view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    ascii = isAscii(view) ? view.toString('latin1') : null;
  }
  return ascii === null ? view.toString('utf8', start, end) : ascii.slice(start, end);
}
