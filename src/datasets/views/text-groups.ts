import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnType, OutputColumn } from '../../contract/declared-columns.js';
import type { PlacedOutput } from '../catalog/placed-outputs.js';
import { columnTypes, fileList, identifier } from '../duckdb/sql-text.js';
import type { FileGroup } from './column.js';
import { grouped } from './grouped.js';

/** The columns that a parser version declares for the output; null if it declares none. */
export type DeclaredOf = (file: PlacedOutput) => Promise<readonly OutputColumn[] | null>;

/**
 * CSV and JSON lines, by the contract they were written under. Without one, every column is text: guessing types from
 * text would lose leading zeros.
 */
export async function textGroups(
  connection: DuckDBConnection,
  files: readonly PlacedOutput[],
  declaredOf: DeclaredOf,
): Promise<FileGroup[]> {
  const groups = grouped(files, ({ format, sourceHash }) => `${format} ${sourceHash}`);
  const made: FileGroup[] = [];
  for (const group of groups.values()) {
    const declared = await declaredOf(group[0] as PlacedOutput);
    if (declared !== null) made.push(declaredGroup(group, declared));
    // Without a contract each file has its own columns.
    else for (const file of group) made.push(await undeclaredGroup(connection, file));
  }
  return made;
}

function declaredGroup(files: readonly PlacedOutput[], declared: readonly OutputColumn[]): FileGroup {
  const columns = declared.map(({ name, type }) => ({ name, type: duckDbType(type) }));
  // Binary is base64 in text, and must be read as text first.
  const stored = columns.map(({ name, type }) => ({ name, type: type === 'BLOB' ? 'VARCHAR' : type }));
  const values = columns.map(({ name, type }) =>
    type === 'BLOB' ? `from_base64(${identifier(name)}) AS ${identifier(name)}` : identifier(name),
  );
  const reader = files[0]?.format === 'csv' ? readCsv(files, stored) : readJson(files, columnsOption(stored));
  return { columns, select: `SELECT ${values.join(', ')} FROM ${reader}`, files };
}

async function undeclaredGroup(connection: DuckDBConnection, file: PlacedOutput): Promise<FileGroup> {
  const isCsv = file.format === 'csv';
  const reader = isCsv
    ? `read_csv(${fileList([file.place])}, ${CSV}, all_varchar = true)`
    : readJson([file], 'maximum_depth = 1');
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${reader}`);
  const names = described.getRows().map(([name]) => String(name));
  const values = names.map((name) =>
    isCsv ? identifier(name) : `(${identifier(name)} ->> '$') AS ${identifier(name)}`,
  );
  const columns = names.map((name) => ({ name, type: 'VARCHAR' }));
  return { columns, select: `SELECT ${values.join(', ')} FROM ${reader}`, files: [file] };
}

/** The format of our CSV: null is an empty field, an empty text is `""`. */
const CSV = `header = true, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false`;

function readCsv(files: readonly PlacedOutput[], columns: readonly { name: string; type: string }[]): string {
  return `read_csv(${places(files)}, ${CSV}, auto_detect = false, ${columnsOption(columns)})`;
}

function readJson(files: readonly PlacedOutput[], options: string): string {
  return `read_json(${places(files)}, format = 'newline_delimited', ${options})`;
}

function places(files: readonly PlacedOutput[]): string {
  return fileList(files.map(({ place }) => place));
}

function columnsOption(columns: readonly { name: string; type: string }[]): string {
  return `columns = ${columnTypes(columns)}`;
}

/** The type that DuckDB gives the same column in Parquet. */
function duckDbType(type: ColumnType): string {
  switch (type.kind) {
    case 'decimal':
      return `DECIMAL(${type.precision},${type.scale})`;
    case 'datetime':
      return type.zone === null ? 'TIMESTAMP' : 'TIMESTAMP WITH TIME ZONE';
    default:
      return PLAIN_TYPES[type.kind];
  }
}

const PLAIN_TYPES = {
  string: 'VARCHAR',
  int: 'BIGINT',
  float: 'DOUBLE',
  bool: 'BOOLEAN',
  date: 'DATE',
  time: 'TIME',
  json: 'JSON',
  binary: 'BLOB',
} as const;
