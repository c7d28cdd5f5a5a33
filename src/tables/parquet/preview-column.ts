import { type FileMetaData, parquetRead, type SchemaTree } from 'hyparquet';
import { COMPRESSORS } from './compressors.js';
import type { ParquetFile } from './random-access.js';
import { withoutConversions } from './without-conversions.js';

/**
 * How much of a column to read. The first rows stand in its first page, mostly 1 MB or less; the library would read
 * the whole column of the row group, which can be gigabytes.
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
  // Lists and objects have no fixed number of values a row; where a row ends is known only from the whole.
  if (field.children.length > 0) return readWithin(file, withoutConversions(metadata), field, rows);
  let failure: unknown;
  for (const maxBytes of READ_BYTES) {
    try {
      const values = await readWithin(file, withoutConversions(shortened(metadata, maxBytes)), field, rows);
      const shownRows = values.filter((value) => value !== undefined).length;
      if (shownRows === rows) return values;
      failure = new Error(`only ${shownRows} of its first ${rows} values are there`);
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

/** Says that each column of a row group ends after `maxBytes`, so that the library reads no more. */
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
