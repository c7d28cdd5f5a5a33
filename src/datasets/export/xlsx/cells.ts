import { type DuckDBType, DuckDBTypeId, type DuckDBValue } from '@duckdb/node-api';
import { CasparianError } from '../../../platform/index.js';
import { valueText } from '../../values/value-text.js';
import { escaped, STYLE } from './parts.js';

/** Where a cell is, for messages. */
export interface CellPlace {
  readonly column: string;
  readonly row: number;
}

type CellWriter = (value: DuckDBValue, place: CellPlace) => string;

/**
 * Excel keeps 15 digits of a number, dates from 1900 on, and milliseconds. Values beyond that are text, so that none is
 * changed. It has no time zones either: instants are text in UTC.
 */
export function cellOf(type: DuckDBType): CellWriter {
  const { plain, isNumber } = valueText(type);
  const asText: CellWriter = (value, place) => textCell(plain(value), place);
  const asSerial = (serialOf: (value: DuckDBValue) => number | null, style: number): CellWriter => {
    return (value, place) => {
      const serial = serialOf(value);
      return serial === null ? asText(value, place) : `<c s="${style}"><v>${serial}</v></c>`;
    };
  };
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return (value) => `<c t="b"><v>${value === true ? 1 : 0}</v></c>`;
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
      return (value, place) => (Number.isFinite(value) ? numberCell(plain(value)) : asText(value, place));
    case DuckDBTypeId.DATE:
      return asSerial((value) => daySerial((value as { days: number }).days), STYLE.date);
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
      return asSerial((value) => instantSerial(plain(value)), STYLE.datetime);
    case DuckDBTypeId.TIME:
      return asSerial((value) => timeSerial((value as { micros: bigint }).micros), STYLE.time);
    default:
      if (!isNumber) return asText;
      return (value, place) => {
        const text = plain(value);
        return fitsNumber(text) ? numberCell(text) : textCell(text, place);
      };
  }
}

const MOST_DIGITS = 15;

function fitsNumber(text: string): boolean {
  return text.replace(/[-.]/g, '').replace(/^0+/, '').length <= MOST_DIGITS;
}

function numberCell(text: string): string {
  return `<c><v>${text}</v></c>`;
}

/** Day 61 is 1 March 1900. Before, Excel counts a 29 February 1900 that did not exist. */
const FIRST_RELIABLE_DAY = 61;
const LAST_DAY = 2_958_465;
const EPOCH_AS_SERIAL = 25_569;
const DAY_MS = 86_400_000;

function daySerial(days: number): number | null {
  const serial = days + EPOCH_AS_SERIAL;
  return serial >= FIRST_RELIABLE_DAY && serial <= LAST_DAY ? serial : null;
}

/** Of an ISO text. Null if it has more than milliseconds. */
function instantSerial(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT[\d:]+(?:\.\d{1,3}0*)?$/.test(text)) return null;
  const ms = Date.parse(`${text.replace(/(\.\d{3})0+$/, '$1')}Z`);
  const serial = ms / DAY_MS + EPOCH_AS_SERIAL;
  return serial >= FIRST_RELIABLE_DAY && serial < LAST_DAY + 1 ? serial : null;
}

const MICROS_PER_MS = 1_000n;

function timeSerial(micros: bigint): number | null {
  return micros % MICROS_PER_MS === 0n ? Number(micros / MICROS_PER_MS) / DAY_MS : null;
}

const LONGEST_TEXT = 32_767;
// Characters that XML cannot contain are written as `_x0001_`, and a text of that form is escaped itself.
// oxlint-disable-next-line no-control-regex -- the control characters are what is looked for
const UNWRITABLE = /[\0-\x08\x0b-\x1f\ufffe\uffff]|\r|_(?=x[0-9A-Fa-f]{4}_)/g;

export function textCell(text: string, place: CellPlace, style = 0): string {
  if (text.length > LONGEST_TEXT) throw textTooLong(text.length, place);
  const safe = escaped(
    text.replace(UNWRITABLE, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`),
  );
  return `<c t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${safe}</t></is></c>`;
}

function textTooLong(length: number, { column, row }: CellPlace): CasparianError {
  return new CasparianError('OUTPUT_UNWRITABLE', 'The rows do not fit into a workbook', {
    why: `Column '${column}' of row ${row} has ${length.toLocaleString('en-US')} characters; a cell has at most ${LONGEST_TEXT.toLocaleString('en-US')}.`,
    next: ['Write CSV or Parquet.', `Or shorten it in SQL: left("${column}", ${LONGEST_TEXT})`],
  });
}
