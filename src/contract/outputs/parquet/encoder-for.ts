import { NARROW_DECIMAL_PRECISION, type OutputColumn } from '../../columns/typed.js';
import { JOB_ID_COLUMN, PARSER_COLUMN, SOURCE_COLUMN, type Lineage } from '../lineage.js';
import { doubleBounds, noBounds } from './bounds.js';
import type { ColumnEncoder, EmitPage } from './column-encoder.js';
import { createConstantEncoder } from './constant-encoder.js';
import { FixedWidthEncoder } from './fixed-width-encoder.js';
import { fixedWidthValues } from './fixed-width-values.js';
import type { PageBufferPool } from './page.js';
import { integers, packedBooleans, plainValues, type ValueEncoding } from './value-encoding.js';
import { VariableBytesEncoder } from './variable-bytes-encoder.js';

/** Chooses the encoding of a column: by type, except for lineage that rarely changes. */
export function encoderFor(
  column: OutputColumn,
  lineage: Lineage,
  pool: PageBufferPool,
  emit: EmitPage,
): ColumnEncoder {
  switch (column) {
    case SOURCE_COLUMN:
      return createConstantEncoder(() => lineage.source, false, pool, emit);
    case JOB_ID_COLUMN:
      return createConstantEncoder(() => lineage.jobId, true, pool, emit);
    case PARSER_COLUMN:
      return createConstantEncoder(() => lineage.parser, false, pool, emit);
    default:
      return encoderByType(column, pool, emit);
  }
}

function encoderByType({ type, required }: OutputColumn, pool: PageBufferPool, emit: EmitPage): ColumnEncoder {
  const fixedWidth = (bytesPerValue: 1 | 4 | 8 | 16, encoding: ValueEncoding): ColumnEncoder =>
    new FixedWidthEncoder(fixedWidthValues(bytesPerValue), encoding, !required, pool, emit);
  switch (type.kind) {
    case 'string':
    case 'json':
    case 'binary':
      return new VariableBytesEncoder(!required, pool, emit);
    case 'int':
    case 'time':
    case 'datetime':
      return fixedWidth(8, integers(8));
    case 'float':
      return fixedWidth(8, plainValues(doubleBounds()));
    case 'date':
      return fixedWidth(4, integers(4));
    case 'bool':
      return fixedWidth(1, packedBooleans());
    case 'decimal':
      return type.precision <= NARROW_DECIMAL_PRECISION
        ? fixedWidth(8, integers(8))
        : fixedWidth(16, plainValues(noBounds()));
  }
}
