import {
  CUT,
  createScan,
  OPEN_LIST,
  OPEN_OBJECT,
  spaceEnd,
  CLOSE_LIST,
  COMMA,
} from '../../readers/json-records/scan.js';
import { valueEnd } from '../../readers/json-records/scan-value.js';
import type { FormatOptions } from '../format-options.js';
import type { promiseOf } from '../name-hint.js';

export interface JsonHead {
  readonly head: string;
  readonly isWhole: boolean;
}

/** Lines that are looked at to tell a record a line from a document over several. */
const LOOKED_AT_LINES = 50;
/** Which part of them must be records: among real ones there may be broken ones. */
const RECORDS_OF_LINES = 0.5;

/** Whether a text is JSON, and whether it has a record on each line; null when it is something else. */
export function recogniseJson(
  text: JsonHead,
  promise: ReturnType<typeof promiseOf>,
  given: FormatOptions,
): 'json' | 'ndjson' | null {
  if (given.format === 'json' || given.format === 'ndjson') return given.format;
  if (given.format !== undefined || given.delimiter !== undefined) return null;
  const lines = wholeLines(text).slice(0, LOOKED_AT_LINES);
  const records = lines.filter(isRecord).length;
  const isLines = records > 0 && records >= lines.length * RECORDS_OF_LINES;
  if (isLines && (promise === 'lines' || lines.length > 1)) return 'ndjson';
  return beginsLikeJson(Buffer.from(text.head, 'utf8'), text.isWhole) ? 'json' : null;
}

function wholeLines({ head, isWhole }: JsonHead): string[] {
  const lines = head.split('\n');
  if (!isWhole) lines.pop();
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

function isRecord(line: string): boolean {
  if (!line.startsWith('{') && !line.startsWith('[')) return false;
  const bytes = Buffer.from(line, 'utf8');
  return valueEnd(bytes, 0, bytes.length, createScan()) === bytes.length;
}

/** `[2024-05-31 12:00] started` begins with a bracket too: what is in it must be JSON as far as it goes. */
function beginsLikeJson(bytes: Uint8Array, isWhole: boolean): boolean {
  const scan = createScan();
  const start = spaceEnd(bytes, 0, bytes.length);
  if (bytes[start] !== OPEN_OBJECT && bytes[start] !== OPEN_LIST) return false;
  const end = valueEnd(bytes, start, bytes.length, scan);
  if (end >= 0) return true;
  if (end === CUT && !isWhole) return true;
  if (bytes[start] === OPEN_OBJECT) return end === CUT;
  // A list may have a broken element, or be cut off; its first one tells.
  const first = spaceEnd(bytes, start + 1, bytes.length);
  const firstEnd = valueEnd(bytes, first, bytes.length, scan);
  const behind = bytes[spaceEnd(bytes, Math.max(0, firstEnd), bytes.length)];
  return firstEnd >= 0 && (behind === COMMA || behind === CLOSE_LIST || behind === undefined);
}
