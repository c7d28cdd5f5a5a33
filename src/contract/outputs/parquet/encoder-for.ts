import { NARROW_DECIMAL_PRECISION, type OutputColumn } from '../../columns/typed.js';
import { JOB_ID_COLUMN, PARSER_COLUMN, ROW_COLUMN, SOURCE_COLUMN, type Lineage } from '../lineage.js';
import { doubleBounds, int32Bounds, int64Bounds, noBounds, type BoundsTracker } from './bounds.js';
import type { ColumnEncoder, EmitPage } from './column-encoder.js';
import { createConstantEncoder } from './constant-encoder.js';
import { FixedWidthEncoder } from './fixed-width-encoder.js';
import { fixedWidthValues } from './fixed-width-values.js';
import type { PageBufferPool } from './page.js';
import { createRowNumberEncoder } from './row-number-encoder.js';
import { VariableBytesEncoder } from './variable-bytes-encoder.js';

/** Chooses the encoding of a column: for lineage by its meaning, for the user's columns by type. */
export function encoderFor(
  column: OutputColumn,
  lineage: Lineage,
  pool: PageBufferPool,
  emit: EmitPage,
): ColumnEncoder {
  switch (column) {
    case SOURCE_COLUMN:
      return createConstantEncoder(() => lineage.source, false, pool, emit);
    case ROW_COLUMN:
      return lineage.restarts === true ? userEncoder(column, pool, emit) : createRowNumberEncoder(pool, emit);
    case JOB_ID_COLUMN:
      return createConstantEncoder(() => lineage.jobId, true, pool, emit);
    case PARSER_COLUMN:
      return createConstantEncoder(() => lineage.parser, false, pool, emit);
    default:
      return userEncoder(column, pool, emit);
  }
}

function userEncoder({ type, required }: OutputColumn, pool: PageBufferPool, emit: EmitPage): ColumnEncoder {
  const fixedWidth = (bytesPerValue: 1 | 4 | 8 | 16, bounds: BoundsTracker): ColumnEncoder =>
    new FixedWidthEncoder(fixedWidthValues(bytesPerValue), bounds, !required, pool, emit);
  switch (type.kind) {
    case 'string':
    case 'json':
    case 'binary':
      return new VariableBytesEncoder(!required, pool, emit);
    case 'int':
    case 'time':
    case 'datetime':
      return fixedWidth(8, int64Bounds());
    case 'float':
      return fixedWidth(8, doubleBounds());
    case 'date':
      return fixedWidth(4, int32Bounds());
    case 'bool':
      return fixedWidth(1, noBounds());
    case 'decimal':
      return type.precision <= NARROW_DECIMAL_PRECISION ? fixedWidth(8, int64Bounds()) : fixedWidth(16, noBounds());
  }
}
