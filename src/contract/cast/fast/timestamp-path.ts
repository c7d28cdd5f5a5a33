import { TimeUnit, Type } from 'apache-arrow';
import type { Data, Timestamp } from 'apache-arrow';
import type { TypedColumn } from '../../columns/typed.js';
import type { ColumnContract } from '../../columns/contract.js';
import type { Ask } from '../reference-cast.js';

/** Beyond this, a multiplication by a million could leave the 64 bits. */
const SAFE_FACTOR_RANGE = 9_000_000_000_000n;

/** Timestamps in other units than microseconds (pandas 2 has nanoseconds); null for everything else. */
export function readTimestamps(
  type: ColumnContract['type'],
  data: Data,
  present: Uint8Array | null,
  ask: Ask,
): TypedColumn | null {
  if (type.kind !== 'datetime' || data.typeId !== Type.Timestamp) return null;
  const { unit, timezone } = data.type as Timestamp;
  if (Boolean(timezone) !== (type.zone !== null)) return null;
  const given = data.values as unknown as BigInt64Array;
  const values = new BigInt64Array(data.length);
  const factor = unit === TimeUnit.SECOND ? 1_000_000n : 1000n;
  for (let row = 0; row < data.length; row += 1) {
    if (present !== null && present[row] === 0) continue;
    const value = given[row] ?? 0n;
    if (unit === TimeUnit.NANOSECOND) {
      const microseconds = value / 1000n;
      values[row] = microseconds * 1000n === value ? microseconds : ((ask(row) as bigint | undefined) ?? 0n);
    } else if (value > -SAFE_FACTOR_RANGE && value < SAFE_FACTOR_RANGE) {
      values[row] = value * factor;
    } else {
      values[row] = (ask(row) as bigint | undefined) ?? 0n;
    }
  }
  return { type, present, values };
}
