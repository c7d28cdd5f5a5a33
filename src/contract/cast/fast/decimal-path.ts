import { Type } from 'apache-arrow';
import type { Data, Decimal } from 'apache-arrow';
import { NARROW_DECIMAL_PRECISION, type TypedColumn } from '../../columns/typed.js';
import type { ColumnContract } from '../../columns/contract.js';
import type { Ask } from '../reference-cast.js';

/** Decimals of 128 bits and the same scale that fit into 64 bits; null for everything else. */
export function readDecimals(
  type: ColumnContract['type'],
  data: Data,
  present: Uint8Array | null,
  ask: Ask,
): TypedColumn | null {
  if (type.kind !== 'decimal' || type.precision > NARROW_DECIMAL_PRECISION || data.typeId !== Type.Decimal) return null;
  const { bitWidth, scale } = data.type as Decimal;
  if (bitWidth !== 128 || scale !== type.scale) return null;
  const words = data.values as unknown as Uint32Array;
  const values = new BigInt64Array(data.length);
  const halves = new Int32Array(values.buffer);
  // Below the limit by more than a double can be wrong at this size; what is close to it is asked.
  const limit = 10 ** type.precision * (1 - 2 ** -40);
  for (let row = 0; row < data.length; row += 1) {
    if (present !== null && present[row] === 0) continue;
    const low = words[row * 4] ?? 0;
    const high = (words[row * 4 + 1] ?? 0) | 0;
    const sign = high < 0 ? 0xffff_ffff : 0;
    const fits = words[row * 4 + 2] === sign && words[row * 4 + 3] === sign;
    if (fits && Math.abs(high * 4_294_967_296 + low) < limit) {
      halves[row * 2] = low | 0;
      halves[row * 2 + 1] = high;
    } else {
      values[row] = (ask(row) as bigint | undefined) ?? 0n;
    }
  }
  return { type, present, values };
}
