import { type FileHandle, open } from 'node:fs/promises';
import { type FileMetaData, parquetSchema } from 'hyparquet';
import { CasparianError, errorMessage } from '../../platform/index.js';
import type { IncomingColumn } from '../../contract/index.js';
import type { InputFile } from '../source/input-file.js';
import type { FileFacts } from '../format.js';
import { givenNames } from '../table/column-names.js';
import { readFailure } from '../source/head.js';
import type { ReadBatch, TableReader } from '../table/table-reader.js';
import { createAccounting } from '../text/read-text.js';
import { fieldPart } from './field-part.js';
import { type ParquetFile, randomAccess, readMetadata } from './parquet-file.js';
import { emptyField, type NamedField, readField, type RowRange } from './read-field.js';

/** A column of a row group is read as a whole. */
const LONGEST_READ_BYTES = 1_024 * 1_024 * 1_024;
/** Row groups of a million rows are usual, and more than a batch should hold. */
const BATCH_ROWS = 65_536;

export interface ParquetFormat extends FileFacts {
  readonly kind: 'parquet';
}

/** Reads a Parquet file row group by row group, in its own types. Reads the metadata when it is opened. */
export async function openParquet(file: InputFile): Promise<TableReader> {
  const metadata = await withParquet(file, (parquet) => readMetadata(parquet, file.name));
  const schema = parquetSchema(metadata).children;
  const names = givenNames(schema.map(({ element }) => element.name));
  const fields = schema.map((field, at) => ({
    field,
    name: names[at] ?? '',
    metadata: fieldPart(metadata, schema, at),
  }));
  const accounting = createAccounting();
  return {
    columns: names,
    accounting,
    async *batches(signal) {
      if (Number(metadata.num_rows) === 0) yield withoutRows(fields.map(emptyField));
      for (const range of rowGroups(metadata)) {
        const pieces = await withParquet(file, (parquet) => readGroup(file.name, parquet, fields, range, signal));
        for (const batch of batchesOf(pieces, range)) {
          accounting.lines += batch.batch.rowCount;
          accounting.rows += batch.batch.rowCount;
          yield batch;
        }
      }
    },
  };
}

async function readGroup(
  fileName: string,
  parquet: ParquetFile,
  fields: readonly NamedField[],
  range: RowRange,
  signal: AbortSignal,
): Promise<IncomingColumn[][]> {
  const pieces: IncomingColumn[][] = [];
  for (const field of fields) {
    signal.throwIfAborted();
    pieces.push(
      await readField(parquet, field, range, BATCH_ROWS).catch((error: unknown) => {
        throw damagedColumn(fileName, field.name, error);
      }),
    );
  }
  return pieces;
}

async function withParquet<T>(file: InputFile, use: (parquet: ParquetFile) => Promise<T>): Promise<T> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(file.bytes ?? file.path).catch((error: unknown) => {
      throw readFailure(file.name, error);
    });
    return await use(randomAccess(handle, (await handle.stat()).size, LONGEST_READ_BYTES));
  } finally {
    await handle?.close();
  }
}

function rowGroups({ row_groups: groups }: FileMetaData): RowRange[] {
  let rowStart = 0;
  return groups.map(({ num_rows: rows }) => {
    const range = { rowStart, rowEnd: rowStart + Number(rows) };
    rowStart = range.rowEnd;
    return range;
  });
}

/** A file without rows still has columns. */
function withoutRows(columns: readonly IncomingColumn[]): ReadBatch {
  return { batch: { output: null, rowCount: 0, columns }, lines: Float64Array.of(1), faults: [] };
}

function* batchesOf(
  columns: readonly (readonly IncomingColumn[])[],
  { rowStart, rowEnd }: RowRange,
): Generator<ReadBatch> {
  for (let piece = 0, first = rowStart; first < rowEnd; piece += 1, first += BATCH_ROWS) {
    const rowCount = Math.min(BATCH_ROWS, rowEnd - first);
    yield {
      batch: { output: null, rowCount, columns: columns.flatMap((pieces) => pieces[piece] ?? []) },
      lines: Float64Array.from({ length: rowCount + 1 }, (_, row) => first + row + 1),
      faults: [],
    };
  }
}

function damagedColumn(fileName: string, column: string, error: unknown): CasparianError {
  if (error instanceof CasparianError) return error;
  return new CasparianError('INPUT_UNREADABLE', `Column '${column}' of '${fileName}' cannot be read`, {
    why: `${errorMessage(error)}.`,
    next: ['Copy or write the file again: it is probably damaged.'],
    cause: error,
  });
}
