import type { Head } from '../source/head.js';
import { noRows } from './no-rows.js';
import type { PreviewTable } from '../format/preview.js';

const DUMP_BYTES = 64;
const LINE_BYTES = 16;

/** The first bytes of what is no text, as a hex dump. */
export function previewBinary({ bytes, isWhole }: Head): PreviewTable {
  const shown = Buffer.from(bytes.subarray(0, DUMP_BYTES));
  const starts = Array.from({ length: Math.ceil(shown.length / LINE_BYTES) }, (_, line) => line * LINE_BYTES);
  return {
    ...noRows('binary', ['The format is unknown: these are bytes, not text.']),
    columns: ['offset', 'hex', 'text'].map((name) => ({ name, type: null })),
    rows: starts.map((start) => dumpLine(start, shown.subarray(start, start + LINE_BYTES))),
    truncated: !isWhole || bytes.length > DUMP_BYTES,
  };
}

function dumpLine(start: number, bytes: Buffer): string[] {
  const hex = bytes.toString('hex').replace(/(..)(?=.)/g, '$1 ');
  const text = bytes.toString('latin1').replace(/[^ -~]/g, '.');
  return [start.toString(16).padStart(4, '0'), hex, text];
}
