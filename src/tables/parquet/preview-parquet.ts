import { open } from 'node:fs/promises';
import { type FileMetaData, parquetSchema, type SchemaTree } from 'hyparquet';
import { errorMessage } from '../../platform/index.js';
import { readFailure } from '../source/head.js';
import type { InputFile } from '../source/input-file.js';
import type { PreviewCell, PreviewTable } from '../table/preview-table.js';
import { cellText } from './preview-cell.js';
import { type ParquetFile, randomAccess } from './random-access.js';
import { readMetadata } from './read-metadata.js';
import { readColumn } from './preview-column.js';
import { typeName } from './type-name.js';

interface ColumnPreview {
  readonly name: string;
  readonly cells: readonly PreviewCell[];
  /** Why the column cannot be shown; null when it can. */
  readonly obstacle: string | null;
}

/** In the place of values that cannot be shown: null would be a value. */
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

/** The others can still be looked at when a column cannot. */
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

/** Mostly all columns have the same obstacle, such as their compression. */
function notesOn(previews: readonly ColumnPreview[]): string[] {
  const obstacles = new Set(previews.flatMap(({ obstacle }) => obstacle ?? []));
  return [...obstacles].map((obstacle) => {
    const names = previews.filter((preview) => preview.obstacle === obstacle).map(({ name }) => name);
    if (names.length === previews.length) return `No column can be shown: ${obstacle}.`;
    return `${names.length === 1 ? 'Column' : 'Columns'} ${names.join(', ')} cannot be shown: ${obstacle}.`;
  });
}
