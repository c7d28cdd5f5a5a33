import type { Confidence } from '../encoding/detect-encoding.js';
import type { Compression } from '../source/compression.js';

export type PreviewCell = string | number | boolean | null;

export interface PreviewColumn {
  readonly name: string;
  /** As a contract writes it, where the format has types; null where everything is text. */
  readonly type: string | null;
}

/** The first rows of a file. */
export interface PreviewTable {
  /** The name of a format in formats.ts, or `text`, `binary` or `empty`. */
  readonly format: string;
  readonly columns: readonly PreviewColumn[];
  readonly rows: readonly (readonly PreviewCell[])[];
  /** Whether the file has more rows. */
  readonly truncated: boolean;
  /** The number of all rows, where it is known. */
  readonly rowCount: number | null;
  readonly delimiter: string | null;
  /** Whether the file has column names; null where formats always or never have them. */
  readonly header: boolean | null;
  /** What the user should know, in sentences. */
  readonly notes: readonly string[];
}

export interface Preview extends PreviewTable {
  readonly path: string;
  /** Null if it has no size, such as a pipe. */
  readonly bytes: number | null;
  readonly compression: Compression | null;
  /** The name that Python's open() takes; null for binary files. */
  readonly encoding: string | null;
  readonly encodingConfidence: Confidence | null;
}

/** A preview without rows. */
export function noRows(format: string, notes: readonly string[] = []): PreviewTable {
  return { format, columns: [], rows: [], truncated: true, rowCount: null, delimiter: null, header: null, notes };
}
