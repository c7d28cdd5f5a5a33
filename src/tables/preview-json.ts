import type { Preview } from './table/preview-table.js';

export interface PreviewJson {
  readonly path: string;
  readonly bytes: number | null;
  readonly format: Preview['format'];
  readonly compression: Preview['compression'];
  readonly encoding: string | null;
  readonly encoding_confidence: Preview['encodingConfidence'];
  readonly delimiter: string | null;
  readonly header: boolean | null;
  readonly columns: readonly string[];
  readonly types: readonly (string | null)[];
  readonly rows: Preview['rows'];
  readonly row_count: number | null;
  readonly truncated: boolean;
  readonly notes: readonly string[];
}

export function previewJson(preview: Preview): PreviewJson {
  return {
    path: preview.path,
    bytes: preview.bytes,
    format: preview.format,
    compression: preview.compression,
    encoding: preview.encoding,
    encoding_confidence: preview.encodingConfidence,
    delimiter: preview.delimiter,
    header: preview.header,
    columns: preview.columns.map((column) => column.name),
    types: preview.columns.map((column) => column.type),
    rows: preview.rows,
    row_count: preview.rowCount,
    truncated: preview.truncated,
    notes: preview.notes,
  };
}
