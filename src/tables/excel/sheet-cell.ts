import type { NumberFormat } from './number-format.js';
import { isoText, serialText } from './serial-date.js';
import { unescaped } from './xml.js';

/** A cell that is not empty, as text. */
export interface SheetCell {
  /** `#N/A` says that there is no value, as it does in text files; the other errors say that something went wrong. */
  readonly sort: 'text' | 'number' | 'boolean' | 'moment' | 'not_available' | 'error';
  readonly text: string;
}

/** A cell as it stands in the sheet. */
export interface RawCell {
  readonly type: string;
  readonly style: number;
  /** The value that was stored, for formulas the result when it was last computed. */
  readonly value: string | null;
  /** The text of a cell that holds its own. */
  readonly inline: string | null;
  readonly isFormula: boolean;
}

/** What the cells of a workbook have in common. */
export interface CellContext {
  readonly strings: readonly string[];
  readonly styles: readonly NumberFormat[];
  readonly from1904: boolean;
}

/** Null for a cell without a value, or with an empty text, which looks the same. */
export function sheetCell({ type, style, value, inline, isFormula }: RawCell, context: CellContext): SheetCell | null {
  if (type === 'inlineStr') return textCell(unescaped(inline ?? value ?? ''));
  if (value === null || value === '') {
    // Programs that write formulas without computing them leave the results to Excel.
    return isFormula && type !== 'str' ? { sort: 'error', text: 'a formula that was never computed' } : null;
  }
  switch (type) {
    case 's':
      return sharedText(value, context.strings);
    case 'str':
      return textCell(unescaped(value));
    case 'b':
      return { sort: 'boolean', text: value === '1' || value === 'true' ? 'true' : 'false' };
    case 'e':
      return { sort: value === '#N/A' ? 'not_available' : 'error', text: value };
    case 'd':
      return { sort: 'moment', text: isoText(value, (context.styles[style] ?? PLAIN).sort) };
    default:
      return numberCell(value, context.styles[style] ?? PLAIN, context.from1904);
  }
}

function sharedText(index: string, strings: readonly string[]): SheetCell | null {
  const text = strings[Number(index)];
  if (text === undefined) throw new Error(`a cell points at text ${index} of ${strings.length}`);
  return textCell(text);
}

function textCell(text: string): SheetCell | null {
  return text === '' ? null : { sort: 'text', text };
}

/** A double is written with 17 digits where 15 say the same: 1.1 as 1.1000000000000001. */
const PLAIN_NUMBER = /^-?\d+(?:\.\d{1,14})?$/;
const EXACT_DIGITS = 15;

const PLAIN: NumberFormat = { sort: 'number', digits: 0 };

function numberCell(value: string, { sort, digits }: NumberFormat, from1904: boolean): SheetCell {
  const number = Number(value);
  if (!Number.isFinite(number)) return { sort: 'error', text: value };
  const moment = sort === 'number' ? null : serialText(number, sort, from1904);
  if (moment !== null) return { sort: 'moment', text: moment };
  const isAsWritten =
    PLAIN_NUMBER.test(value) && (!value.includes('.') || value.replace(/\D/g, '').length <= EXACT_DIGITS);
  const text = isAsWritten ? value : String(number);
  return { sort: 'number', text: digits > 0 && /^\d+$/.test(text) ? text.padStart(digits, '0') : text };
}

/** Excel computes with 15 digits: of what is longer it kept zeros. */
export function hasLostDigits({ sort, text }: SheetCell): boolean {
  return sort === 'number' && /^-?\d{16,}$/.test(text);
}
