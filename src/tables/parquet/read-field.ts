import { type FileMetaData, parquetScan, type SchemaTree } from 'hyparquet';
import type { IncomingColumn } from '../../contract/index.js';
import { arrowData } from './arrow-column.js';
import { COMPRESSORS } from './hyparquet-options.js';
import { partName } from './field-part.js';
import { type LeafType, leafType } from './leaf-type.js';
import { nestedJson } from './nested-json.js';
import type { ParquetFile } from './parquet-file.js';

/** A field with its column name and its own metadata. */
export interface NamedField {
  readonly field: SchemaTree;
  readonly name: string;
  readonly metadata: FileMetaData;
}

export interface RowRange {
  readonly rowStart: number;
  readonly rowEnd: number;
}

/** Reads one column of a row group, in pieces. Only the pieces are kept: the decoded values are larger. */
export async function readField(
  file: ParquetFile,
  { field, name, metadata }: NamedField,
  range: RowRange,
  pieceRows: number,
): Promise<IncomingColumn[]> {
  const column = partName(0);
  const isNested = isNestedField(field);
  const scan = await parquetScan({
    file,
    metadata,
    columns: [column],
    ...range,
    utf8: false,
    compressors: COMPRESSORS,
    geoparquet: false,
    parsers: isNested ? AS_STORED : { ...AS_STORED, stringFromBytes: (bytes: Uint8Array) => bytes },
  });
  const values = await scan.readColumn({ column, ...range });
  const rows = range.rowEnd - range.rowStart;
  if (values.length !== rows) throw new Error(`it has ${values.length} values for ${rows} rows`);
  const type = leafType(field.element);
  return Array.from({ length: Math.ceil(rows / pieceRows) }, (_, piece) => {
    const some = values.slice(piece * pieceRows, (piece + 1) * pieceRows);
    return isNested ? nestedColumn(name, some, field) : leafColumn(name, some, type);
  });
}

/** A column of a file without rows, which has a type all the same. */
export function emptyField({ field, name }: NamedField): IncomingColumn {
  return isNestedField(field) ? nestedColumn(name, [], field) : leafColumn(name, [], leafType(field.element));
}

function isNestedField({ children, element }: SchemaTree): boolean {
  return children.length > 0 || element.repetition_type === 'REPEATED';
}

/** Times as the integers they are, JSON as its text. */
const AS_STORED = {
  timestampFromMilliseconds: (milliseconds: bigint) => milliseconds,
  timestampFromMicroseconds: (microseconds: bigint) => microseconds,
  timestampFromNanoseconds: (nanoseconds: bigint) => nanoseconds,
  dateFromDays: (days: number) => days,
  jsonFromBytes: (bytes?: Uint8Array) => bytes && Buffer.from(bytes).toString('utf8'),
};

function nestedColumn(name: string, values: ArrayLike<unknown>, field: SchemaTree): IncomingColumn {
  const cells = Array.from(values, (value) =>
    value === null || value === undefined ? null : { kind: 'nested' as const, json: nestedJson(value, field) },
  );
  return { form: 'cells', name, cells };
}

/** JSON is distinguished from other text by its cells. */
function leafColumn(name: string, values: ArrayLike<unknown>, type: LeafType): IncomingColumn {
  if (type.kind !== 'json') return { form: 'arrow', name, data: arrowData(values, type) };
  const cells = Array.from(values, (value) =>
    typeof value === 'string' ? { kind: 'nested' as const, json: value } : null,
  );
  return { form: 'cells', name, cells };
}
