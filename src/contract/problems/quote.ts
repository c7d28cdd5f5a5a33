import type { Cell } from '../columns/cell.js';
import { cellText } from '../columns/cell-text.js';

/** The maximum length of a quoted text. */
export const SHOWN_CHARACTERS = 80;

/** A value for messages: text in quotes, other values plain, on one line and shortened. */
export function quote(cell: Exclude<Cell, null>): string {
  if (cell instanceof Uint8Array) return cell.length === 1 ? '<1 byte>' : `<${cell.length} bytes>`;
  const shown = bounded(cellText(cell));
  return typeof cell === 'string' ? `'${shown}'` : shown;
}

function bounded(text: string): string {
  const start = text.length > SHOWN_CHARACTERS ? `${cut(text)}…` : text;
  // oxlint-disable-next-line no-control-regex -- control characters must not reach a terminal
  return /[\u0000-\u001f\u007f-\u009f]/.test(start) ? start.replace(/[\u0000-\u001f\u007f-\u009f]/g, escaped) : start;
}

/** Leaves out the last character if the cut would split a surrogate pair. */
function cut(text: string): string {
  const last = text.charCodeAt(SHOWN_CHARACTERS - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? SHOWN_CHARACTERS - 1 : SHOWN_CHARACTERS);
}

function escaped(control: string): string {
  const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return named[control] ?? `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
