import type { TextSample, TextSamples } from './delimited/reading.js';
import { lineEndOf } from './line-end.js';

/** Enough records to tell a dialect; looking at more costs more than reading the file. */
const HEAD_CHARACTERS = 128 * 1_024;
/** Records of very wide tables and very long texts: some of them must be in the sample. */
const FEW_LINES = 20;
const TAIL_CHARACTERS = 32 * 1_024;

export interface DecodedText {
  readonly head: string;
  readonly isWhole: boolean;
  /** From the beginning of a line on; null when the end of the file was not read. */
  readonly tail: string | null;
}

/** The parts of a text that its dialect is told by. */
export function textSamples({ head, isWhole, tail }: DecodedText): TextSamples {
  const shown = hasFewLines(head.slice(0, HEAD_CHARACTERS)) ? head : head.slice(0, HEAD_CHARACTERS);
  const lineEnd = lineEndOf(shown);
  if (isWhole && shown.length === head.length) return { head: sampleOf(head, false, lineEnd), tail: null };
  const last = isWhole ? fromLineStart(head.slice(-TAIL_CHARACTERS)) : tail;
  return {
    head: sampleOf(shown, true, last === null ? lineEnd : lineEndOf(shown + last)),
    tail: last === null ? null : sampleOf(last, false, lineEnd),
  };
}

function hasFewLines(text: string): boolean {
  return text.split(/\r\n|\n|\r/, FEW_LINES).length < FEW_LINES;
}

/** What follows the first line end: a text that begins anywhere begins in the middle of a line. */
export function fromLineStart(text: string): string {
  const end = /\r\n|\n|\r/.exec(text);
  return end === null ? '' : text.slice(end.index + end[0].length);
}

function sampleOf(text: string, isCut: boolean, lineEnd: TextSample['lineEnd']): TextSample {
  // No Buffer: the loops over bytes are compiled for one kind of array, and would be slower for two.
  const bytes = new Uint8Array(Buffer.byteLength(text) + 1);
  const { written } = new TextEncoder().encodeInto(text, bytes);
  return { bytes, length: written, isCut, lineEnd };
}
