import type { PlacedOutput } from '../catalog/placed-outputs.js';

/** A column with its DuckDB name and type. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** Files with the same columns, and the SQL that reads them. */
export interface FileGroup {
  readonly columns: readonly Column[];
  /** A SELECT of exactly these columns. */
  readonly select: string;
  readonly files: readonly PlacedOutput[];
}
