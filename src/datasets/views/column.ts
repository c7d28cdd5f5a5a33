import type { PlacedOutput } from '../catalog/placed-outputs.js';

/** A column as DuckDB names it and its type. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** Files that have the same columns, and the SQL that reads them. */
export interface FileGroup {
  readonly columns: readonly Column[];
  /** A SELECT of exactly these columns. */
  readonly select: string;
  readonly files: readonly PlacedOutput[];
}
