import type { LineEnd } from './lines.js';

/** Enough records to detect a dialect; reading more costs more than reading the file. */
export const HEAD_LINES = 2_000;
export const HEAD_CHARACTERS = 128 * 1_024;
/** Records of very wide tables and very long texts: some of them must be in the sample. */
const FEW_LINES = 20;
const TAIL_LINES = 200;
const TAIL_CHARACTERS = 32 * 1_024;

export interface DecodedText {
  readonly head: string;
  readonly isWhole: boolean;
  /** From the beginning of a line on; null when the end of the file was not read. */
  readonly tail: string | null;
}

/** A part of a file as UTF-8, to try dialects on. */
export interface TextSample {
  readonly text: string;
  /** With one spare byte after `length`. */
  readonly bytes: Uint8Array;
  readonly length: number;
  /** Whether the file continues after it. */
  readonly isCut: boolean;
  readonly lineEnd: LineEnd;
}

export interface TextSamples {
  readonly head: TextSample;
  /** The last lines of a file, when the head is not all of it. */
  readonly tail: TextSample | null;
}

/** The parts of a text from which the dialect is detected. */
export function textSamples({ head, isWhole, tail }: DecodedText): TextSamples {
  const end = lineStartAfter(head, HEAD_LINES);
  const few = lineStartAfter(head, FEW_LINES);
  const shown = head.slice(0, few > HEAD_CHARACTERS ? few : Math.min(end, HEAD_CHARACTERS));
  if (isWhole && shown.length === head.length) {
    return { head: textSample(head, { isCut: false, lineEnd: lineEndOf(head) }), tail: null };
  }
  const last = lastLines(isWhole ? head : tail);
  const lineEnd = lineEndOf(shown + (last ?? ''));
  return {
    head: textSample(shown, { isCut: true, lineEnd }),
    tail: last === null ? null : textSample(last, { isCut: false, lineEnd }),
  };
}

/** Where the line after this many lines begins; the end of the text when it has fewer. */
function lineStartAfter(text: string, lines: number): number {
  if (!text.includes('\r')) return feedAfter(text, lines);
  const lineEnd = /\r\n|\n|\r/g;
  for (let line = 0; line < lines; line += 1) if (lineEnd.exec(text) === null) return text.length;
  return lineEnd.lastIndex;
}

/** The same for a text without carriage returns, in a tenth of the time. */
function feedAfter(text: string, lines: number): number {
  let start = 0;
  for (let line = 0; line < lines; line += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  return start;
}

function lastLines(text: string | null): string | null {
  if (text === null) return null;
  const end = text.length > TAIL_CHARACTERS ? fromLineStart(text.slice(-TAIL_CHARACTERS)) : text;
  const starts = [...end.matchAll(/\r\n|\n|\r/g)].slice(-TAIL_LINES - 1);
  const [first] = starts;
  return first === undefined || starts.length <= TAIL_LINES ? end : end.slice(first.index + first[0].length);
}

/** The text after the first line end: a text that begins anywhere begins within a line. */
export function fromLineStart(text: string): string {
  const end = /\r\n|\n|\r/.exec(text);
  return end === null ? '' : text.slice(end.index + end[0].length);
}

export function textSample(text: string, about: Pick<TextSample, 'isCut' | 'lineEnd'>): TextSample {
  // Not a Buffer: the loops over bytes are compiled for one array type, and would be slower for two.
  const bytes = new Uint8Array(Buffer.byteLength(text) + 1);
  const { written } = new TextEncoder().encodeInto(text, bytes);
  return { text, bytes, length: written, ...about };
}

/** A single carriage return may be part of a field. When more than this share of lines end in one, it ends lines. */
const STRAY_RETURNS = 0.1;

/** How the lines of a text end. */
function lineEndOf(text: string): LineEnd {
  if (!text.includes('\r')) return '\n';
  const windows = count(text, /\r\n/g);
  const feeds = count(text, /\n/g) - windows;
  const returns = count(text, /\r(?![\r\n])/g);
  if (feeds + windows === 0) return returns > 0 ? '\r' : '\n';
  if (returns > STRAY_RETURNS * (feeds + windows)) return 'mixed';
  return windows > feeds ? '\r\n' : '\n';
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found += 1;
  return found;
}

/** The lines of a text, as the reader counts them. */
export function linesOf(text: string, lineEnd: LineEnd): string[] {
  const lines = text.split(lineEnd === '\r' || lineEnd === 'mixed' ? /\r\n|\n|\r/ : '\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
