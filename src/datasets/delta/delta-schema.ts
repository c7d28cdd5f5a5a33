import { createHash } from 'node:crypto';
import type { Column } from '../views/column.js';
import { commonType } from '../views/common-type.js';
import type { Protocol } from './log/actions.js';

/** A column of the table: its type in Delta, and the type of DuckDB that the values are stored with. */
export interface DeltaColumn {
  readonly name: string;
  readonly deltaType: string;
  readonly storedType: string;
}

/**
 * Delta has no time of day and no JSON, and decimals of up to 38 digits. Such values are stored as text, which loses nothing. Polars reads
 * Parquet columns that are marked as JSON as binary.
 */
export function deltaColumn({ name, type }: Column): DeltaColumn {
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(type);
  if (decimal) return { name, deltaType: `decimal(${decimal[1]},${decimal[2]})`, storedType: type };
  const deltaType = PLAIN_TYPES[type];
  return deltaType === undefined
    ? { name, deltaType: 'string', storedType: 'VARCHAR' }
    : { name, deltaType, storedType: type };
}

const PLAIN_TYPES: Readonly<Record<string, string>> = {
  BOOLEAN: 'boolean',
  SMALLINT: 'short',
  INTEGER: 'integer',
  BIGINT: 'long',
  FLOAT: 'float',
  DOUBLE: 'double',
  VARCHAR: 'string',
  BLOB: 'binary',
  DATE: 'date',
  TIMESTAMP: 'timestamp_ntz',
  'TIMESTAMP WITH TIME ZONE': 'timestamp',
};

/** The type of DuckDB that a column of a published table was made from. */
function typeOf({ type }: Field): string {
  const decimal = /^decimal\((\d+),(\d+)\)$/.exec(type);
  if (decimal) return `DECIMAL(${decimal[1]},${decimal[2]})`;
  return Object.keys(PLAIN_TYPES).find((duckDb) => PLAIN_TYPES[duckDb] === type) ?? 'VARCHAR';
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly metadata: object;
}

export function schemaString(columns: readonly DeltaColumn[]): string {
  const fields = columns.map(({ name, deltaType }): Field => ({ name, type: deltaType, nullable: true, metadata: {} }));
  return JSON.stringify({ type: 'struct', fields });
}

/** The columns of a table that we have published. */
export function columnsOfSchema(schema: string): Column[] {
  const { fields } = JSON.parse(schema) as { fields: readonly Field[] };
  return fields.map((field) => ({ name: field.name, type: typeOf(field) }));
}

/** The columns of the table when files with other columns are added: new ones at the end, types that hold all values. */
export function mergedSchema(before: readonly Column[], added: readonly Column[]): Column[] {
  const merged = new Map(before.map((column) => [column.name.toLowerCase(), column]));
  for (const column of added) {
    const key = column.name.toLowerCase();
    const known = merged.get(key);
    const stored = deltaColumn(column).storedType;
    merged.set(
      key,
      known === undefined ? { ...column, type: stored } : { ...known, type: commonType([known.type, stored]) },
    );
  }
  return [...merged.values()];
}

/**
 * The protocol to write; undefined if the present one will do. `timestamp_ntz` needs a protocol with features. A table without it can be
 * read by every reader.
 */
export function protocolFor(columns: readonly DeltaColumn[], present: Protocol | undefined): Protocol | undefined {
  const isLocal = columns.some(({ deltaType }) => deltaType === 'timestamp_ntz');
  if (present !== undefined && (!isLocal || present.readerFeatures?.includes('timestampNtz'))) return undefined;
  if (!isLocal) return { minReaderVersion: 1, minWriterVersion: 2 };
  return {
    ...{ minReaderVersion: 3, minWriterVersion: 7 },
    readerFeatures: ['timestampNtz'],
    writerFeatures: ['appendOnly', 'invariants', 'timestampNtz'],
  };
}

export function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
