import type { OutputColumn, TypedBatch } from '../columns/typed.js';
import { withLineage, type Lineage } from './lineage.js';
import { OutputFile, type OutputFileOptions, type WrittenFile } from './output-file.js';
import { createParquetSink } from './parquet/parquet-sink.js';
import { createCsvSink } from './text/csv-sink.js';
import { createJsonlSink } from './text/jsonl-sink.js';

export type { Lineage } from './lineage.js';
export type { WrittenFile } from './output-file.js';

export const OUTPUT_FORMATS = ['parquet', 'csv', 'jsonl'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/**
 * One dataset on its way into one file. A call at a time: `write` resolves when the sink has room for more, and what
 * fails behind it is thrown by a later call, by `finish` at the latest.
 */
export interface DatasetSink {
  /** The sink may read the batch's buffers until the promise is settled, not longer. */
  write(batch: TypedBatch): Promise<void>;
  finish(): Promise<WrittenFile>;
  /** Gives up: closes the file and waits until nothing touches it any more. Removing it is left to the staging. */
  abort(): Promise<void>;
}

/** `path` must not exist yet: outputs are staged under names of their own. */
export async function createSink(
  format: OutputFormat,
  path: string,
  columns: readonly OutputColumn[],
  lineage: Lineage,
  options: OutputFileOptions = {},
): Promise<DatasetSink> {
  const allColumns = withLineage(columns);
  const file = await OutputFile.create(path, options);
  switch (format) {
    case 'parquet':
      return createParquetSink(file, allColumns, lineage);
    case 'csv':
      return createCsvSink(file, allColumns, lineage);
    case 'jsonl':
      return createJsonlSink(file, allColumns, lineage);
  }
}
