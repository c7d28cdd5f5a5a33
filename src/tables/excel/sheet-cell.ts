import type { NumberFormat, NumberKind } from './number-format.js';
import { unescaped } from './xml.js';
import { dateText } from '../../contract/index.js';

/** A cell that is not empty, as text. */
export interface SheetCell {
  /** `#N/A` means "no value", as in text files; other errors mean that something went wrong. */
  readonly kind: 'text' | 'number' | 'boolean' | 'moment' | 'not_available' | 'error';
  readonly text: string;
}

/** A cell as it is stored. */
interface RawCell {
  readonly type: string;
  readonly style: number;
  /** The stored value; for formulas the last computed result. */
  readonly value: string | null;
  /** The text of a cell with an inline text. */
  readonly inline: string | null;
  readonly isFormula: boolean;
}

/** What all cells of a workbook share. */
export interface CellContext {
  readonly strings: readonly string[];
  readonly styles: readonly NumberFormat[];
  readonly from1904: boolean;
}

/** Null for an empty cell or an empty text, which look the same. */
export function sheetCell({ type, style, value, inline, isFormula }: RawCell, context: CellContext): SheetCell | null {
  if (type === 'inlineStr') return textCell(unescaped(inline ?? value ?? ''));
  if (value === null || value === '') {
    // Programs that write formulas without computing them leave the results to Excel.
    return isFormula && type !== 'str' ? { kind: 'error', text: 'a formula that was never computed' } : null;
  }
  switch (type) {
    case 's':
      return sharedText(value, context.strings);
    case 'str':
      return textCell(unescaped(value));
    case 'b':
      return { kind: 'boolean', text: value === '1' || value === 'true' ? 'true' : 'false' };
    case 'e':
      return { kind: value === '#N/A' ? 'not_available' : 'error', text: value };
    case 'd':
      return { kind: 'moment', text: isoText(value, (context.styles[style] ?? PLAIN).kind) };
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
  return text === '' ? null : { kind: 'text', text };
}

/** Excel stores a double with 17 digits where 15 are enough: 1.1 as 1.1000000000000001. */
const PLAIN_NUMBER = /^-?\d+(?:\.\d{1,14})?$/;
const EXACT_DIGITS = 15;

const PLAIN: NumberFormat = { kind: 'number', digits: 0 };

function numberCell(value: string, { kind, digits }: NumberFormat, from1904: boolean): SheetCell {
  const number = Number(value);
  if (!Number.isFinite(number)) return { kind: 'error', text: value };
  const moment = kind === 'number' ? null : serialText(number, kind, from1904);
  if (moment !== null) return { kind: 'moment', text: moment };
  const isAsWritten =
    PLAIN_NUMBER.test(value) && (!value.includes('.') || value.replace(/\D/g, '').length <= EXACT_DIGITS);
  const text = isAsWritten ? value : String(number);
  return { kind: 'number', text: digits > 0 && /^\d+$/.test(text) ? text.padStart(digits, '0') : text };
}

/** Excel computes with 15 digits and replaces the others by zeros. */
export function hasLostDigits({ kind, text }: SheetCell): boolean {
  return kind === 'number' && /^-?\d{16,}$/.test(text);
}

const DAY_MS = 86_400_000;
/** Days from 1970 to the day before 1 March 1900, and to 1 January 1904. */
const EPOCH_1900 = -25_569;
const EPOCH_1904 = -24_107;
/** Lotus 1-2-3 treated 1900 as a leap year, and Excel copied that: its day 60 is 29 February 1900. */
const NO_DAY = 60;
/** 31 December 9999. */
const LAST_SERIAL = 2_958_466;

/**
 * The date or time that Excel shows for a number of days; null when it shows none. Exact to the millisecond, like
 * Excel.
 */
function serialText(serial: number, kind: NumberKind, from1904: boolean): string | null {
  if (!(serial >= 0 && serial < LAST_SERIAL)) return null;
  const milliseconds = Math.round(serial * DAY_MS);
  if (kind === 'elapsed') return clockText(milliseconds);
  const days = Math.floor(milliseconds / DAY_MS);
  const ofDay = milliseconds - days * DAY_MS;
  // A time on a later day keeps its day.
  if (kind === 'time' && days === 0) return clockText(ofDay);
  const day = dayText(days, from1904);
  return kind === 'date' && ofDay === 0 ? day : `${day}T${clockText(ofDay)}`;
}

const ISO = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)$/;
/** The dates that Excel writes for times without a date. */
const DAYS_OF_CLOCKS = ['1899-12-30', '1899-12-31', '1904-01-01'];

/** A date or time in ISO 8601 (strict workbooks), without the parts that its format hides. */
export function isoText(written: string, kind: NumberKind): string {
  const [, day = '', clock = ''] = ISO.exec(written) ?? [];
  if (day === '') return written;
  if (kind === 'time' && DAYS_OF_CLOCKS.includes(day)) return withoutZeros(clock);
  return kind === 'date' && /^[0:.]+$/.test(clock) ? day : `${day}T${withoutZeros(clock)}`;
}

function withoutZeros(clock: string): string {
  return clock.replace(/\.0+$/, '');
}

/** Excel shows two days that no calendar has, 0 January and 29 February 1900. They are written as Excel shows them. */
function dayText(serial: number, from1904: boolean): string {
  if (from1904) return dateText({ kind: 'date', days: serial + EPOCH_1904 });
  if (serial === 0) return '1900-01-00';
  if (serial === NO_DAY) return '1900-02-29';
  return dateText({ kind: 'date', days: serial + EPOCH_1900 + (serial < NO_DAY ? 1 : 0) });
}

function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  const fraction = milliseconds % 1_000;
  return fraction === 0 ? clock : `${clock}.${String(fraction).padStart(3, '0')}`;
}
