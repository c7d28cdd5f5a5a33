import { createColumnFinder } from './records/find-columns.js';
import { createScan, CUT, spaceEnd } from './records/scan.js';
import { valueEnd } from './records/scan-value.js';
import type { DetectedText, FormatOptions, TextCandidate, TextFacts } from '../format.js';

interface JsonHead {
  readonly head: string;
  readonly isWhole: boolean;
}

/** The number of lines that are read to distinguish one record per line from a document over several. */
const LOOKED_AT_LINES = 50;
/** The share of lines that must be records: some may be broken. */
const RECORDS_OF_LINES = 0.5;
const RECORDS_OF_NAMED_LINES = 0.2;
/** An object with a key, or a list of objects or lists. The reader reports errors further on. */
// oxlint-disable-next-line no-control-regex -- some streams have a record separator before each record
const BEGINS_LIKE_RECORDS = /^[\s\x1e]*(?:\[\s*)?\{\s*"(?:[^"\\]|\\.)*"\s*:|^\s*\[\s*\[\s*"/;

export interface JsonFormat extends TextFacts {
  readonly kind: 'json';
  /** Lines before the JSON, usually comments. */
  readonly preambleLines: number;
}

/** One JSON record per line. */
export interface NdjsonFormat extends TextFacts {
  readonly kind: 'ndjson';
  readonly preambleLines: number;
}

export function detectNdjson(candidate: TextCandidate, options: FormatOptions): DetectedText<NdjsonFormat> | null {
  const { text, namedFormat, compression, encoding } = candidate;
  const preambleLines = options.skipLines ?? jsonPreamble(text.head);
  const isRecordPerLine = () =>
    options.delimiter === undefined && hasRecordPerLine(withoutLines(text, preambleLines), namedFormat === 'ndjson');
  if (options.format !== 'ndjson' && !isRecordPerLine()) return null;
  return { format: { kind: 'ndjson', preambleLines, compression, encoding }, isFallback: false };
}

export function detectJson(candidate: TextCandidate, options: FormatOptions): DetectedText<JsonFormat> | null {
  const { text, namedFormat, compression, encoding } = candidate;
  const preambleLines = options.skipLines ?? jsonPreamble(text.head);
  const isNamedJson = namedFormat === 'json' || namedFormat === 'ndjson';
  const isDocument = () =>
    options.delimiter === undefined && isJsonDocument(withoutLines(text, preambleLines), isNamedJson);
  if (options.format !== 'json' && !isDocument()) return null;
  return { format: { kind: 'json', preambleLines, compression, encoding }, isFallback: false };
}

function withoutLines({ head, isWhole }: JsonHead, lines: number): JsonHead {
  return { head: fromLine(head, lines), isWhole };
}

function isJsonDocument(text: JsonHead, isNamedJson: boolean): boolean {
  if (BEGINS_LIKE_RECORDS.test(text.head) || beginsLikeJson(text)) return true;
  // A file that is named like JSON and begins like JSON is JSON: the reader reports its errors.
  return isNamedJson && /^\s*(?:\{|\[\s*[[{])/.test(text.head);
}

/** In a file named .ndjson or .jsonl fewer of the lines have to be records. */
function hasRecordPerLine(text: JsonHead, isNamed: boolean): boolean {
  const lines = firstLines(text);
  const records = lines.map(isRecord);
  const share = isNamed ? RECORDS_OF_NAMED_LINES : RECORDS_OF_LINES;
  if (records.filter(Boolean).length < Math.max(1, lines.length * share)) return false;
  return isNamed || (lines.length > 1 && records[0] === true);
}

/** The first lines that are not blank. The last line of a head may be cut. */
function firstLines({ head, isWhole }: JsonHead): string[] {
  const lines: string[] = [];
  const whole = isWhole ? head : head.slice(0, Math.max(0, head.lastIndexOf('\n')));
  for (const line of trimmedLines(whole)) {
    if (line !== '') lines.push(line);
    if (lines.length === LOOKED_AT_LINES) break;
  }
  return lines;
}

/** Line by line: most files are not JSON, and their first line shows it. */
function* trimmedLines(text: string): Generator<string> {
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end === -1 ? undefined : end).trim();
    start = end === -1 ? text.length + 1 : end + 1;
  }
}

/** A list of objects is not a row: each object is one. */
function isRecord(line: string): boolean {
  if (!line.startsWith('{') && !/^\[\s*[^{\s]/.test(line)) return false;
  const bytes = Buffer.from(line, 'utf8');
  return createColumnFinder('').add(bytes, 0, bytes.length) === bytes.length;
}

/** `[2024-05-31 12:00] started` also begins with a bracket: its content must be JSON. */
function beginsLikeJson({ head, isWhole }: JsonHead): boolean {
  if (!/^\s*[[{]/.test(head)) return false;
  const bytes = Buffer.from(head, 'utf8');
  const end = valueEnd(bytes, spaceEnd(bytes, 0, bytes.length), bytes.length, createScan());
  return end >= 0 || (end === CUT && !isWhole);
}

/** Comments, and the prefix that keeps browsers from running JSON as a script. */
const BEFORE_JSON = /^(?:#|\/\/|\)\]\}'|$)/;

/** The number of lines before the JSON. */
function jsonPreamble(head: string): number {
  let lines = 0;
  let isBare = true;
  for (const line of trimmedLines(head)) {
    if (!BEFORE_JSON.test(line)) return isBare || !/^[[{]/.test(line) ? 0 : lines;
    if (line !== '') isBare = false;
    lines += 1;
  }
  return 0;
}

/** The text from this line on. */
function fromLine(text: string, line: number): string {
  let start = 0;
  for (let passed = 0; passed < line; passed += 1) start = text.indexOf('\n', start) + 1;
  return text.slice(start);
}
