import type { Cell } from '../../contract/index.js';
import { rawFields } from '../quarantine/raw-fields.js';

/** The cells of a quarantined row, by column. Null for a record that could not be split into columns. */
export function rawCells(raw: string): ReadonlyMap<string, Cell> | null {
  const fields = rawFields(raw);
  if (fields.size === 1 && fields.has('_raw')) return null;
  return new Map([...fields].map(([name, json]) => [name, cellOf(json)]));
}

/** The cells of a row that was rejected as a whole, but could be split: its record is the row as JSON. */
export function recordCells(raw: string): ReadonlyMap<string, Cell> | null {
  const record = rawFields(raw).get('_raw');
  if (record === undefined || !record.startsWith('"')) return null;
  const text = JSON.parse(record) as string;
  return text.startsWith('{') ? rawCells(text) : null;
}

/** A cell from its JSON text. Integers of any size are exact. */
export function cellOf(json: string): Cell {
  if (json.startsWith('"')) return JSON.parse(json) as string;
  if (json.startsWith('{') || json.startsWith('[')) return { kind: 'nested', json };
  if (json === 'null') return null;
  if (json === 'true' || json === 'false') return json === 'true';
  if (/^-?\d+$/.test(json)) return BigInt(json);
  const decimal = /^(-?\d+)\.(\d+)$/.exec(json);
  if (decimal === null) return Number(json);
  const [, whole = '', fraction = ''] = decimal;
  return { kind: 'decimal', unscaled: BigInt(whole + fraction), scale: fraction.length };
}
