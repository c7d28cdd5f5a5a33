import type { PreviewCell } from '../../table/preview-table.js';

/** A double holds any number of up to so many digits. */
const EXACT_DIGITS = 15;

/** One JSON value as it is shown. Numbers that JavaScript cannot hold exactly, lists and objects stay text. */
export function jsonCell(raw: string): PreviewCell {
  if (raw.startsWith('[') || raw.startsWith('{')) return compact(raw);
  const value = JSON.parse(raw) as string | number | boolean | null;
  if (typeof value !== 'number') return value;
  return raw.replace(/\D/g, '').length <= EXACT_DIGITS ? value : raw;
}

export function isJson(raw: string): boolean {
  try {
    JSON.parse(raw);
    return true;
  } catch {
    return false;
  }
}

/** Without the white space that is not inside a string. */
function compact(raw: string): string {
  return raw.replace(/("[^"\\]*(?:\\[^][^"\\]*)*")|\s+/g, (_, string: string | undefined) => string ?? '');
}
