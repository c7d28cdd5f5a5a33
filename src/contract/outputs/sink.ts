import type { OutputColumn, TypedBatch } from '../columns/typed.js';
import { withLineage, type Lineage } from './lineage.js';
import { OutputFile, type WrittenFile } from './output-file.js';
import { createParquetSink } from './parquet/parquet-sink.js';
import { createCsvSink } from './text/csv-sink.js';
import { createJsonlSink } from './text/jsonl-sink.js';

export type { Lineage } from './lineage.js';
export type { WrittenFile } from './output-file.js';

export const OUTPUT_FORMATS = ['parquet', 'csv', 'jsonl'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/**
 * Writes one dataset to one file. One call at a time: `write` resolves when the sink accepts more. A later call, at the
 * latest `finish`, throws errors of background writes.
 */
export interface DatasetSink {
  /** The sink may read the batch's buffers only until the promise settles. */
  write(batch: TypedBatch): Promise<void>;
  finish(): Promise<WrittenFile>;
  /** Aborts: closes the file and waits until it is no longer used. The staging removes it. */
  abort(): Promise<void>;
}

/** `path` must not exist yet: outputs are staged under unique names. */
export async function createSink(
  format: OutputFormat,
  path: string,
  columns: readonly OutputColumn[],
  lineage: Lineage,
): Promise<DatasetSink> {
  const allColumns = withLineage(columns);
  const file = await OutputFile.create(path);
  switch (format) {
    case 'parquet':
      return createParquetSink(file, allColumns, lineage);
    case 'csv':
      return createCsvSink(file, allColumns, lineage);
    case 'jsonl':
      return createJsonlSink(file, allColumns, lineage);
  }
}
