/**
 * One value from a parser, before any contract: what JSON can represent, and what Python and Arrow can represent beyond
 * it. Fast paths do not use cells; only messages, quarantined rows and the reference casts do.
 */
export type Cell =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | DecimalCell
  | DateCell
  | DatetimeCell
  | TimeCell
  | NestedCell;

/** unscaled × 10^-scale; `1.10` is 110 with scale 2. */
export interface DecimalCell {
  readonly kind: 'decimal';
  readonly unscaled: bigint;
  readonly scale: number;
}

export interface DateCell {
  readonly kind: 'date';
  /** Days since 1970-01-01. */
  readonly days: number;
}

export interface DatetimeCell {
  readonly kind: 'datetime';
  /** Nanoseconds since 1970-01-01T00:00; of UTC if zoned, otherwise local. */
  readonly nanoseconds: bigint;
  readonly zoned: boolean;
}

export interface TimeCell {
  readonly kind: 'time';
  /** Nanoseconds since midnight. */
  readonly nanoseconds: bigint;
}

/** A list or object as JSON text. Integers of any size are exact in it. */
export interface NestedCell {
  readonly kind: 'nested';
  readonly json: string;
}
