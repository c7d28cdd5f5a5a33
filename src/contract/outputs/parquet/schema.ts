import type { RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { VERSION } from '../../../platform/index.js';
import type { ColumnType } from '../../columns/column-type.js';
import { NARROW_DECIMAL_PRECISION, type OutputColumn } from '../../columns/typed.js';
import type { Lineage } from '../lineage.js';

export const WIDE_DECIMAL_BYTES = 16;

/** A column as Parquet describes it: storage, meaning, and whether it may be null. */
export type LeafElement = SchemaElement & Required<Pick<SchemaElement, 'type' | 'repetition_type'>>;

export function leafElement(column: OutputColumn): LeafElement {
  return {
    name: column.name,
    repetition_type: column.required ? 'REQUIRED' : 'OPTIONAL',
    ...storage(column.type),
  };
}

function schemaOf(leaves: readonly LeafElement[]): SchemaElement[] {
  return [{ name: 'schema', num_children: leaves.length }, ...leaves];
}

/**
 * Both the old converted type and the logical type are given where they are equivalent, because old readers only know
 * the former. A local time has no old form: TIMESTAMP_MICROS would make it an instant of UTC.
 */
function storage(type: ColumnType): Omit<LeafElement, 'name' | 'repetition_type'> {
  switch (type.kind) {
    case 'string':
      return { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };
    case 'json':
      return { type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: { type: 'JSON' } };
    case 'binary':
      return { type: 'BYTE_ARRAY' };
    case 'int':
      return { type: 'INT64' };
    case 'float':
      return { type: 'DOUBLE' };
    case 'bool':
      return { type: 'BOOLEAN' };
    case 'date':
      return { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } };
    case 'time':
      return { type: 'INT64', logical_type: { type: 'TIME', isAdjustedToUTC: false, unit: 'MICROS' } };
    case 'datetime': {
      const instant = type.zone !== null;
      return {
        type: 'INT64',
        ...(instant && { converted_type: 'TIMESTAMP_MICROS' }),
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: instant, unit: 'MICROS' },
      };
    }
    case 'decimal': {
      const { precision, scale } = type;
      return {
        ...(precision <= NARROW_DECIMAL_PRECISION
          ? { type: 'INT64' }
          : { type: 'FIXED_LEN_BYTE_ARRAY', type_length: WIDE_DECIMAL_BYTES }),
        converted_type: 'DECIMAL',
        precision,
        scale,
        logical_type: { type: 'DECIMAL', precision, scale },
      };
    }
  }
}

/** The first and the last four bytes of every Parquet file. */
export const MAGIC = Buffer.from('PAR1', 'latin1');

export function footer(
  leaves: readonly LeafElement[],
  rowGroups: readonly RowGroup[],
  rows: number,
  lineage: Pick<Lineage, 'parser'> & { readonly source: string | null },
): Uint8Array {
  const writer = new ByteWriter(4_096);
  writeMetadata(writer, {
    version: 2,
    created_by: `casparian version ${VERSION}`,
    metadata_length: 0,
    schema: schemaOf(leaves),
    num_rows: BigInt(rows),
    row_groups: [...rowGroups],
    key_value_metadata: [
      { key: 'casparian.parser', value: lineage.parser },
      ...(lineage.source === null ? [] : [{ key: 'casparian.source', value: lineage.source }]),
    ],
  });
  writer.appendBytes(MAGIC);
  return writer.getBytes();
}
