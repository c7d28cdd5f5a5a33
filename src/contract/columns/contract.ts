import type { ColumnType } from './column-type.js';

/** A value inside a declaration, as JSON carries it: dates, decimals and large integers as text. */
export type DeclaredValue = string | number | boolean;

/** What one column must be. */
export interface ColumnContract {
  readonly name: string;
  readonly type: ColumnType;
  /** The zone that datetimes without an offset are read in, from `datetime(Europe/Berlin)`. */
  readonly localZone: string | null;
  readonly required: boolean;
  /** How dates and times are written, as in Python's strptime; null is ISO 8601. For bools the two words: `yes/no`. */
  readonly format: string | null;
  /** How numbers are written, for those that are not written 1234.56. */
  readonly numberStyle: NumberStyle | null;
  /** Texts that stand for no value. */
  readonly nulls: readonly string[];
  readonly min: DeclaredValue | null;
  readonly max: DeclaredValue | null;
  /** A regular expression that the whole text must match. */
  readonly pattern: string | null;
  readonly enum: readonly DeclaredValue[] | null;
  readonly unique: boolean;
}

export interface OutputContract {
  /** Null for the only output of a parser, which is named like the parser. */
  readonly name: string | null;
  readonly columns: readonly ColumnContract[];
  /** Whether it was taken from the data instead of declared. */
  readonly inferred: boolean;
}

export interface Contract {
  /** By name; the only, unnamed output has the key ''. Empty when the parser declares nothing. */
  readonly outputs: ReadonlyMap<string, OutputContract>;
}

/** How numbers are written: 1234.56 is `{decimal: '.', thousands: ''}`. */
export interface NumberStyle {
  readonly decimal: '.' | ',';
  readonly thousands: Thousands;
}

export const THOUSANDS = ['', '.', ',', ' ', "'", '\u2019', '\u00a0', '\u202f'] as const;
export type Thousands = (typeof THOUSANDS)[number];
