import { open } from 'node:fs/promises';
import { type FileMetaData, parquetMetadataAsync, parquetSchema, type SchemaTree } from 'hyparquet';
import { CasparianError, errorMessage } from '../../../platform/index.js';
import { readFailure } from '../head.js';
import type { PreviewCell, PreviewTable } from '../preview.js';
import { cellText } from './cell-text.js';
import { type ParquetFile, randomAccess } from './random-access.js';
import { readColumn } from './read-column.js';
import { typeName } from './type-name.js';

interface ColumnPreview {
  readonly cells: readonly PreviewCell[];
  readonly note: string | null;
}

/** The columns of a Parquet file with their types, and its first rows. Other pages than theirs are not read. */
export async function previewParquet(path: string, rows: number): Promise<PreviewTable> {
  const handle = await open(path).catch((error: unknown) => {
    throw readFailure(path, error);
  });
  try {
    const file = randomAccess(handle, (await handle.stat()).size);
    const metadata = await readMetadata(file, path);
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
      notes: [...new Set(previews.flatMap(({ note }) => note ?? []))],
    };
  } finally {
    await handle.close();
  }
}

async function readMetadata(file: ParquetFile, path: string): Promise<FileMetaData> {
  try {
    return await parquetMetadataAsync(file);
  } catch (error) {
    throw new CasparianError('INPUT_UNREADABLE', `'${path}' is a damaged Parquet file`, {
      why: `It begins like one, but its end, where the description of its columns stands, cannot be read: ${errorMessage(error)}.`,
      next: ['Copy or write it again: mostly such a file was cut off.'],
      cause: error,
    });
  }
}

/** A column that cannot be read is shown empty, with the reason; the others can still be looked at. */
async function previewColumn(
  file: ParquetFile,
  metadata: FileMetaData,
  field: SchemaTree,
  rows: number,
): Promise<ColumnPreview> {
  try {
    const values = await readColumn(file, metadata, field, rows);
    return { cells: values.map((value) => cellText(value, field)), note: null };
  } catch (error) {
    return { cells: [], note: `Column '${field.element.name}' cannot be shown: ${errorMessage(error)}.` };
  }
}
