import type { SchemaElement } from 'hyparquet';
import type { ColumnType } from '../../columns/column-type.js';
import { NARROW_DECIMAL_PRECISION, type OutputColumn } from '../../columns/typed.js';

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
