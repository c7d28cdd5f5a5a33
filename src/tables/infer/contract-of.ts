import type { InferredColumn, InferredTable } from './inferred-table.js';

/**
 * The contract that the table keeps, as `parseContract` takes it. Nothing is required: that no row was empty so far is no
 * promise that none ever will be.
 */
export function contractOf(table: InferredTable): Record<string, unknown> {
  return Object.fromEntries(table.columns.map((column) => [column.name, declarationOf(column)]));
}

function declarationOf({ type, format, numberStyle, nulls }: InferredColumn): unknown {
  const said = {
    ...(format === null ? {} : { format }),
    ...(numberStyle === null ? {} : { decimal: numberStyle.decimal, thousands: numberStyle.thousands }),
    ...(nulls.length === 0 ? {} : { nulls }),
  };
  return Object.keys(said).length === 0 ? type : { type, ...said };
}
