import { createSurvey } from './records/survey.js';
import { CUT, createScan, spaceEnd } from './records/scan.js';
import { valueEnd } from './records/scan-value.js';
import type { FormatOptions } from '../format/format-options.js';
import type { promiseOf } from '../format/name-hint.js';
import { fromLine, jsonPreamble } from './json-preamble.js';

export interface JsonHead {
  readonly head: string;
  readonly isWhole: boolean;
}

/** Lines that are looked at to tell a record a line from a document over several. */
const LOOKED_AT_LINES = 50;
/** Which part of them must be records: among real ones there may be broken ones. */
const RECORDS_OF_LINES = 0.5;
const RECORDS_OF_PROMISED_LINES = 0.2;
/** An object with a key, or a list of such or of lists. What is wrong further on is for the reader to say. */
// oxlint-disable-next-line no-control-regex -- some streams have a record separator before each record
const BEGINS_LIKE_RECORDS = /^[\s\x1e]*(?:\[\s*)?\{\s*"(?:[^"\\]|\\.)*"\s*:|^\s*\[\s*\[\s*"/;

export interface JsonFinding {
  readonly kind: 'json' | 'ndjson';
  /** Lines before it: comments, mostly. */
  readonly preambleLines: number;
}

/** Whether a text is JSON, and whether it has a record on each line; null when it is something else. */
export function recogniseJson(
  text: JsonHead,
  promise: ReturnType<typeof promiseOf>,
  given: FormatOptions,
): JsonFinding | null {
  const preambleLines = given.skipLines ?? jsonPreamble(text.head);
  if (given.format === 'json' || given.format === 'ndjson') return { kind: given.format, preambleLines };
  if (given.format !== undefined || given.delimiter !== undefined) return null;
  const kind = kindOf({ ...text, head: fromLine(text.head, preambleLines) }, promise);
  return kind === null ? null : { kind, preambleLines };
}

function kindOf(text: JsonHead, promise: ReturnType<typeof promiseOf>): JsonFinding['kind'] | null {
  if (isRecordALine(text, promise === 'lines')) return 'ndjson';
  if (BEGINS_LIKE_RECORDS.test(text.head) || beginsLikeJson(text)) return 'json';
  // What is named so and begins so is meant so: what is wrong with it is for the reader to say.
  return (promise === 'json' || promise === 'lines') && /^\s*(?:\{|\[\s*[[{])/.test(text.head) ? 'json' : null;
}

/** Names promise something: then a part of the lines is enough. */
function isRecordALine(text: JsonHead, isPromised: boolean): boolean {
  const lines = wholeLines(text).slice(0, LOOKED_AT_LINES);
  const records = lines.map(isRecord);
  const share = isPromised ? RECORDS_OF_PROMISED_LINES : RECORDS_OF_LINES;
  if (records.filter(Boolean).length < Math.max(1, lines.length * share)) return false;
  return isPromised || (lines.length > 1 && records[0] === true);
}

function wholeLines({ head, isWhole }: JsonHead): string[] {
  const lines = head.split('\n');
  if (!isWhole) lines.pop();
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** A list of objects is no row: each of them is one. */
function isRecord(line: string): boolean {
  if (!line.startsWith('{') && !/^\[\s*[^{\s]/.test(line)) return false;
  const bytes = Buffer.from(line, 'utf8');
  return createSurvey('').look(bytes, 0, bytes.length) === bytes.length;
}

/** `[2024-05-31 12:00] started` begins with a bracket too: what is in it must be JSON as far as it goes. */
function beginsLikeJson({ head, isWhole }: JsonHead): boolean {
  if (!/^\s*[[{]/.test(head)) return false;
  const bytes = Buffer.from(head, 'utf8');
  const end = valueEnd(bytes, spaceEnd(bytes, 0, bytes.length), bytes.length, createScan());
  return end >= 0 || (end === CUT && !isWhole);
}
