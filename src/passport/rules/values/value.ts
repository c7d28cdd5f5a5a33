import type { Unit } from '../types/units.js';

/** A value of the rule language. `Opt(T)` is a value of T, or none. */
export type Value =
  | { readonly kind: 'Bool'; readonly value: boolean }
  | { readonly kind: 'Int'; readonly value: bigint }
  | { readonly kind: 'Text'; readonly value: string }
  /** YYYY-MM-DD, so the order of the texts is the order of the days. */
  | { readonly kind: 'Date'; readonly value: string }
  /** The number is units / 10^scale. */
  | { readonly kind: 'Dec'; readonly units: bigint; readonly scale: number }
  /** The number is units / 10^6. */
  | { readonly kind: 'Qty'; readonly units: bigint; readonly unit: Unit }
  | { readonly kind: 'None' }
  | ListValue
  | RecordValue
  /** Part of a fact that is not cast to a type yet; never null, which is none. */
  | { readonly kind: 'Any'; readonly json: FactJson };

export interface ListValue {
  readonly kind: 'List';
  readonly items: readonly Value[];
  /** Values in it, with everything in them. */
  readonly size: number;
}

/** Of type `Record` with known members, or `Map`. */
export interface RecordValue {
  readonly kind: 'Record';
  readonly members: ReadonlyMap<string, Value>;
  readonly size: number;
}

/** JSON without fractions, as facts are stored. A number is a safe integer; larger ones are bigints. */
export type FactJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly FactJson[]
  | { readonly [name: string]: FactJson };

/** Decimals of a quantity. */
export const QTY_SCALE = 6;

export const NONE: Value = { kind: 'None' };
export const TRUE: Value = { kind: 'Bool', value: true };
export const FALSE: Value = { kind: 'Bool', value: false };

export const boolValue = (value: boolean): Value => (value ? TRUE : FALSE);
export const textValue = (value: string): Value => ({ kind: 'Text', value });
