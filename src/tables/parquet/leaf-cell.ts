import type { TimeUnit } from 'hyparquet';
import type { Cell } from '../../contract/index.js';
import type { LeafType } from './leaf-type.js';

const NANOSECONDS_PER: Readonly<Record<TimeUnit, bigint>> = { MILLIS: 1_000_000n, MICROS: 1_000n, NANOS: 1n };

/** One stored value, exact: what stands in lists and groups, of which there are no columns. */
export function leafCell(value: unknown, type: LeafType): Cell {
  if (value === null || value === undefined) return null;
  switch (type.kind) {
    case 'decimal':
      return { kind: 'decimal', unscaled: unscaledOf(value), scale: type.scale };
    case 'date':
      return { kind: 'date', days: Number(value) };
    case 'time':
      return { kind: 'time', nanoseconds: integerOf(value) * NANOSECONDS_PER[type.unit] };
    case 'timestamp':
      return {
        kind: 'datetime',
        nanoseconds: integerOf(value) * NANOSECONDS_PER[type.unit],
        zoned: type.isInstant,
      };
    case 'json':
      return { kind: 'nested', json: typeof value === 'string' ? value : JSON.stringify(value) };
    default:
      return value as Cell;
  }
}

export function integerOf(value: unknown): bigint {
  return BigInt(value as bigint | number);
}

/** Decimals are stored as integers, or as big-endian two's complement of any length. */
export function unscaledOf(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) return integerOf(value);
  const hex = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex');
  return hex === '' ? 0n : BigInt.asIntN(value.length * 8, BigInt(`0x${hex}`));
}
