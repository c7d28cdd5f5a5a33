import type { PreviewCell, PreviewColumn } from '../../table/preview-table.js';
import { jsonCell } from './cell.js';
import { splitJson } from './split.js';

export interface ValueTable {
  readonly columns: readonly PreviewColumn[];
  readonly rows: readonly (readonly PreviewCell[])[];
}

/** Column of a value that is no object. */
const VALUE = 'value';

/** JSON values as a table, an object a row; its columns are all keys in the order in which they are first seen. */
export function tableOfValues(values: readonly string[]): ValueTable {
  const records = values.map(recordOf);
  const names = [...new Set(records.flatMap((record) => [...record.keys()]))];
  return {
    columns: names.map((name) => ({ name, type: null })),
    rows: records.map((record) => names.map((name) => record.get(name) ?? null)),
  };
}

function recordOf(raw: string): ReadonlyMap<string, PreviewCell> {
  if (!raw.startsWith('{')) return new Map([[VALUE, jsonCell(raw)]]);
  const parts = splitJson(raw, Infinity)?.parts ?? [];
  return new Map(parts.map((part) => [part.key ?? VALUE, jsonCell(part.raw)]));
}
