import type { WrittenAs } from '../../table/table-reader.js';
import { BOOLEAN, NESTED, NUMBER, TEXT } from './scan.js';

/** What the records of a file have in common. */
export interface RecordShape {
  /** The keys of its objects; null when its rows are lists. */
  readonly keys: readonly string[] | null;
  readonly columns: readonly string[];
  readonly written: readonly WrittenAs[];
  /** Whether the first list holds the names of the columns. */
  readonly hasHeader: boolean;
}

export function writtenAs(sorts: number): WrittenAs {
  return {
    texts: (sorts & TEXT) !== 0,
    numbers: (sorts & NUMBER) !== 0,
    booleans: (sorts & BOOLEAN) !== 0,
    nested: (sorts & NESTED) !== 0,
  };
}
