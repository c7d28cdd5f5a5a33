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
  const lines = wholeLines(text).slice(0, LOOKED_AT_LINES);
  const records = lines.map(isRecord);
  const share = isNamed ? RECORDS_OF_NAMED_LINES : RECORDS_OF_LINES;
  if (records.filter(Boolean).length < Math.max(1, lines.length * share)) return false;
  return isNamed || (lines.length > 1 && records[0] === true);
}

function wholeLines({ head, isWhole }: JsonHead): string[] {
  const lines = head.split('\n');
  if (!isWhole) lines.pop();
  return lines.map((line) => line.trim()).filter((line) => line !== '');
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
  const lines = head.split('\n').map((line) => line.trim());
  const first = lines.findIndex((line) => !BEFORE_JSON.test(line));
  const isBare = lines.slice(0, first).every((line) => line === '');
  return isBare || !/^[[{]/.test(lines[first] ?? '') ? 0 : first;
}

/** The text from this line on. */
function fromLine(text: string, line: number): string {
  let start = 0;
  for (let passed = 0; passed < line; passed += 1) start = text.indexOf('\n', start) + 1;
  return text.slice(start);
}
