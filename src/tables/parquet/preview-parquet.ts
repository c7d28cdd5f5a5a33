import { open } from 'node:fs/promises';
import { type FileMetaData, parquetRead, parquetSchema, type SchemaTree } from 'hyparquet';
import { errorMessage } from '../../platform/index.js';
import { readFailure } from '../source/head.js';
import type { InputFile } from '../source/input-file.js';
import type { PreviewCell, PreviewTable } from '../table/preview-table.js';
import { cellText, typeName } from './preview-values.js';
import { type ParquetFile, randomAccess, readMetadata } from './parquet-file.js';
import { COMPRESSORS, withoutConversions } from './hyparquet-options.js';

interface ColumnPreview {
  readonly name: string;
  readonly cells: readonly PreviewCell[];
  /** Why the column cannot be shown; null when it can. */
  readonly obstacle: string | null;
}

/** Shown for values that cannot be read: null would be a value. */
const UNREADABLE = '(unreadable)';

/** The columns of a Parquet file with their types, and its first rows. Other pages than theirs are not read. */
export async function previewParquet({ name, path, bytes }: InputFile, rows: number): Promise<PreviewTable> {
  const handle = await open(bytes ?? path).catch((error: unknown) => {
    throw readFailure(name, error);
  });
  try {
    const file = randomAccess(handle, (await handle.stat()).size);
    const metadata = await readMetadata(file, name);
    const fields = parquetSchema(metadata).children;
    const rowCount = Number(metadata.num_rows);
    const shownRows = Math.min(rows, rowCount);
    const previews: ColumnPreview[] = [];
    // One at a time: a thousand columns together could be more than the memory of this machine.
    for (const field of fields) previews.push(await previewColumn(file, metadata, field, shownRows));
    return {
      format: 'parquet',
      columns: fields.map((field) => ({ name: field.element.name, type: typeName(field) })),
      rows: Array.from({ length: shownRows }, (_, row) => previews.map(({ cells }) => cells[row] ?? null)),
      truncated: rowCount > shownRows,
      rowCount,
      delimiter: null,
      header: null,
      notes: notesOn(previews),
    };
  } finally {
    await handle.close();
  }
}

/** A column that cannot be read must not hide the others. */
async function previewColumn(
  file: ParquetFile,
  metadata: FileMetaData,
  field: SchemaTree,
  rows: number,
): Promise<ColumnPreview> {
  const { name } = field.element;
  try {
    const values = await readColumn(file, metadata, field, rows);
    return { name, cells: values.map((value) => cellText(value, field)), obstacle: null };
  } catch (error) {
    return { name, cells: Array.from({ length: rows }, () => UNREADABLE), obstacle: errorMessage(error) };
  }
}

/** Usually all columns have the same obstacle, such as their compression. */
function notesOn(previews: readonly ColumnPreview[]): string[] {
  const obstacles = new Set(previews.flatMap(({ obstacle }) => obstacle ?? []));
  return [...obstacles].map((obstacle) => {
    const names = previews.filter((preview) => preview.obstacle === obstacle).map(({ name }) => name);
    if (names.length === previews.length) return `No column can be shown: ${obstacle}.`;
    return `${names.length === 1 ? 'Column' : 'Columns'} ${names.join(', ')} cannot be shown: ${obstacle}.`;
  });
}

/**
 * The sizes to try. The first rows are in the first page of a column, usually 1 MB or less; the library would read the
 * whole column of the row group, which can be gigabytes.
 */
const READ_BYTES = [256 * 1_024, 4 * 1_024 * 1_024, Infinity];

/** The values of a column's first rows, as they are stored: decimals unscaled, times as integers. */
export async function readColumn(
  file: ParquetFile,
  metadata: FileMetaData,
  field: SchemaTree,
  rows: number,
): Promise<readonly unknown[]> {
  if (rows === 0) return [];
  // Lists and objects have a varying number of values per row, so they must be read as a whole.
  if (field.children.length > 0) return readWithin(file, withoutConversions(metadata), field, rows);
  let failure: unknown;
  for (const maxBytes of READ_BYTES) {
    try {
      const values = await readWithin(file, withoutConversions(shortened(metadata, maxBytes)), field, rows);
      const shownRows = values.filter((value) => value !== undefined).length;
      if (shownRows === rows) return values;
      failure = new Error(`only ${shownRows} of its first ${rows} values were found`);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function readWithin(file: ParquetFile, metadata: FileMetaData, field: SchemaTree, rows: number) {
  let values: unknown[] = [];
  await parquetRead({
    file,
    metadata,
    columns: [field.element.name],
    rowStart: 0,
    rowEnd: rows,
    utf8: false,
    compressors: COMPRESSORS,
    geoparquet: false,
    parsers: {
      timestampFromMilliseconds: (milliseconds) => milliseconds,
      timestampFromMicroseconds: (microseconds) => microseconds,
      timestampFromNanoseconds: (nanoseconds) => nanoseconds,
      dateFromDays: (days) => days,
      jsonFromBytes: (bytes?: Uint8Array) => bytes && new TextDecoder().decode(bytes),
    },
    onComplete: (records) => (values = records.map(([value]) => value as unknown)),
  });
  return values;
}

/** Shortens each column of a row group to `maxBytes`, so that the library reads no more. */
function shortened(metadata: FileMetaData, maxBytes: number): FileMetaData {
  if (maxBytes === Infinity) return metadata;
  const limit = BigInt(maxBytes);
  return {
    ...metadata,
    row_groups: metadata.row_groups.map((group) => ({
      ...group,
      columns: group.columns.map((chunk) => {
        const { meta_data: meta } = chunk;
        if (meta === undefined || meta.total_compressed_size <= limit) return chunk;
        return { ...chunk, meta_data: { ...meta, total_compressed_size: limit } };
      }),
    })),
  };
}
