import type { Readable } from 'node:stream';

/** Cells that are shown as one. The value is stored in the first of them. */
export interface MergedCell {
  /** From 0 on. */
  readonly column: number;
  readonly lastColumn: number;
  /** The first and the last of its rows, as the sheet numbers them. */
  readonly top: number;
  readonly bottom: number;
}

const END_OF_ROWS = /<\/(?:\w+:)?sheetData>/;
const MERGED = /<(?:\w+:)?mergeCell\b[^>]*?\bref="([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})"/g;
/** Longer than a tag may be: what is cut between two chunks is looked at again with the next. */
const LONGEST_TAG = 256;
const MOST_MERGED = 1_000_000;

/**
 * The merged cells of a sheet. They stand behind the rows they are about, so a sheet is gone through once for them alone; its
 * tags are not taken apart for that, which would take as long as reading it.
 */
export async function readMergedCells(stream: Readable): Promise<readonly MergedCell[]> {
  const merged: MergedCell[] = [];
  let isBehindRows = false;
  let rest = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let text = rest + chunk.toString('latin1');
    if (!isBehindRows) {
      const end = END_OF_ROWS.exec(text);
      isBehindRows = end !== null;
      text = end === null ? text : text.slice(end.index);
    }
    let taken = 0;
    for (const match of isBehindRows ? text.matchAll(MERGED) : []) {
      taken = match.index + match[0].length;
      const [, first = '', top, last = '', bottom] = match;
      merged.push({ column: columnOf(first), lastColumn: columnOf(last), top: Number(top), bottom: Number(bottom) });
      if (merged.length > MOST_MERGED) throw new Error(`more than ${MOST_MERGED} of its cells are merged`);
    }
    rest = text.slice(Math.max(taken, text.length - LONGEST_TAG));
  }
  return merged;
}

/** `AB12` is in the 28th column, which has the index 27. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = (reference.charCodeAt(at) | 0x20) - 0x60;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}
