import type { Confidence } from '../encoding/detect-encoding.js';

export type PreviewCell = string | number | boolean | null;

export interface PreviewColumn {
  readonly name: string;
  /** In the words of the contract, where the format knows types; null where everything is text. */
  readonly type: string | null;
}

/** What the content of a file looks like as a table. */
export interface PreviewTable {
  readonly format: PreviewFormat;
  readonly columns: readonly PreviewColumn[];
  readonly rows: readonly (readonly PreviewCell[])[];
  /** Whether there is more than `rows` shows. */
  readonly truncated: boolean;
  /** All rows there are, where the format says so; else null. */
  readonly rowCount: number | null;
  readonly delimiter: string | null;
  /** Whether the names of the columns stand in the file; null where the question makes no sense. */
  readonly header: boolean | null;
  /** What the reader should know, in sentences. */
  readonly notes: readonly string[];
}

export type PreviewFormat = 'csv' | 'json' | 'ndjson' | 'parquet' | 'text' | 'binary' | 'empty' | NamedFormat;

/** Formats that are recognised by their first bytes and not read. */
export type NamedFormat =
  | 'excel'
  | 'excel_97'
  | 'opendocument'
  | 'zip'
  | 'zstd'
  | 'bzip2'
  | 'xz'
  | 'lz4'
  | 'pdf'
  | 'sqlite'
  | 'arrow'
  | 'avro'
  | 'orc';

export interface Preview extends PreviewTable {
  readonly path: string;
  /** Null for what has no size, such as a pipe. */
  readonly bytes: number | null;
  readonly compression: 'gzip' | 'zstd' | null;
  /** The name under which Python's open() knows it; null where there is no text. */
  readonly encoding: string | null;
  readonly encodingConfidence: Confidence | null;
}
