import { exactJson } from '../../platform/index.js';
import { type Cell, cellText } from '../../contract/index.js';
import type { Extraction, FieldSpec, FoundItems, RawItem, RawValue } from './extraction.js';

/** Takes fields by column name from the rows of a reader or an adapter. */
export function findInRecords(
  extraction: Extraction,
  records: readonly Readonly<Record<string, unknown>>[],
): FoundItems {
  const items = records.map((record) => fieldsOf(record, extraction.fields));
  return { items, found: true, next: null, unreadable: null };
}

function fieldsOf(record: Readonly<Record<string, unknown>>, fields: readonly FieldSpec[]): RawItem {
  return new Map(
    fields.map(({ name, at }) => [name, at === null || !Object.hasOwn(record, at) ? null : rawValue(record[at])]),
  );
}

/** A reader gives cells; an adapter may give any JSON value. */
function rawValue(value: unknown): RawValue | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return { text: value, isNumber: false };
  if (typeof value === 'object' && !('kind' in value)) return { text: exactJson(value), isNumber: false };
  const cell = value as Exclude<Cell, null | Uint8Array>;
  const isNumber = typeof cell === 'number' || typeof cell === 'bigint' || isDecimal(cell);
  return { text: cellText(cell), isNumber };
}

function isDecimal(cell: Cell): boolean {
  return typeof cell === 'object' && cell !== null && 'kind' in cell && cell.kind === 'decimal';
}
