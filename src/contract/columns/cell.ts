/**
 * One value as a parser gave it, before any contract: what JSON has, and what Python and Arrow have beyond it. Whole
 * columns are never turned into cells on the fast paths; only messages, quarantined rows and the
 * reference casts use cells.
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
  /** Nanoseconds since 1970-01-01T00:00, of UTC when zoned, of the wall clock when not. */
  readonly nanoseconds: bigint;
  readonly zoned: boolean;
}

export interface TimeCell {
  readonly kind: 'time';
  /** Nanoseconds since midnight. */
  readonly nanoseconds: bigint;
}

/** A list or an object, as the text of its JSON. Integers of any size are exact in it. */
export interface NestedCell {
  readonly kind: 'nested';
  readonly json: string;
}
