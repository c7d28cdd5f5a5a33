import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, type SchemaElement } from 'hyparquet';
import type { OutputColumn } from '../../../../src/contract/columns/typed.js';
import type { Value } from '../typed-batch.js';

/** Reads a file back through hyparquet, with the values of the user's columns as they were given, nothing rounded. */
export async function parquetRows(path: string, columns: readonly OutputColumn[]): Promise<Value[][]> {
  const objects = await physicalRows(path);
  return objects.map((object) => columns.map((column) => value(column, object[column.name])));
}

export async function lineageRows(path: string): Promise<Value[][]> {
  const file = await asyncBufferFromFile(path);
  const names = ['_cf_source', '_cf_row', '_cf_job_id', '_cf_parser'];
  const objects = (await parquetReadObjects({ file, columns: names })) as Record<string, Value>[];
  return objects.map((object) => names.map((name) => object[name] ?? null));
}

/** The first row that differs, with both its forms. For many rows: `toEqual` takes seconds to say that they are equal. */
export function firstDifference(read: readonly Value[][], expected: readonly (readonly Value[])[]): unknown {
  if (read.length !== expected.length) return { rows: read.length, expected: expected.length };
  const row = read.findIndex((values, at) => values.some((value, index) => value !== expected[at]![index]));
  return row < 0 ? null : { row, read: read[row], expected: expected[row] };
}

/** Without their logical types hyparquet leaves decimals, dates and times as the integers they are stored as. */
async function physicalRows(path: string): Promise<Record<string, unknown>[]> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  metadata.schema = metadata.schema.map(
    ({ converted_type: _, logical_type: __, ...element }): SchemaElement => element,
  );
  return (await parquetReadObjects({ file, metadata, utf8: false })) as Record<string, unknown>[];
}

function value({ type }: OutputColumn, physical: unknown): Value {
  if (physical === undefined || physical === null) return null;
  if (!(physical instanceof Uint8Array)) return physical as Value;
  if (type.kind === 'binary') return Uint8Array.from(physical);
  if (type.kind === 'decimal') return BigInt.asIntN(128, BigInt(`0x${Buffer.from(physical).toString('hex')}`));
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(physical);
}
