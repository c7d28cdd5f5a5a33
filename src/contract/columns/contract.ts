import type { ColumnType } from './column-type.js';

/** A value inside a declaration, in JSON: dates, decimals and large integers are text. */
export type DeclaredValue = string | number | boolean;

/** The rules for one column. */
export interface ColumnContract {
  readonly name: string;
  readonly type: ColumnType;
  /** The zone of datetimes without an offset, from `datetime(Europe/Berlin)`. */
  readonly localZone: string | null;
  readonly required: boolean;
  /** Other names of the column in the data. At most one of its names may occur in a file. */
  readonly aliases: readonly string[];
  /** The format of dates and times, as in Python's strptime; null means ISO 8601. For bools the two words: `yes/no`. */
  readonly format: DeclaredFormat | null;
  /** The notation of numbers that are not written like 1234.56. */
  readonly numberStyle: NumberStyle | null;
  /** Texts that mean null. */
  readonly nulls: readonly string[];
  readonly min: DeclaredValue | null;
  readonly max: DeclaredValue | null;
  /** A regular expression that the whole text must match. */
  readonly pattern: string | null;
  readonly enum: readonly DeclaredValue[] | null;
  readonly unique: boolean;
}

/** One format, or at least two that cannot be confused: no text means different things in them. */
export type DeclaredFormat = string | readonly string[];

/** The name of ISO 8601 among several formats. */
export const ISO_FORMAT = 'iso';

/** The formats of a column; null means ISO 8601. */
export function formatsOf(format: DeclaredFormat | null): readonly (string | null)[] {
  if (format === null || typeof format === 'string') return [format];
  return format.map((one) => (one === ISO_FORMAT ? null : one));
}

/** A list of one format is that format. */
export function declaredFormat(formats: readonly (string | null)[]): DeclaredFormat | null {
  const [first = null, ...others] = [...new Set(formats)];
  return others.length === 0 ? first : [first, ...others].map((one) => one ?? ISO_FORMAT);
}

/** `%d/%m/%Y or %Y-%m-%d`. */
export function formatText(format: DeclaredFormat): string {
  return typeof format === 'string' ? format : format.join(' or ');
}

export interface OutputContract {
  /** Null for the only output of a parser, which has the parser's name. */
  readonly name: string | null;
  readonly columns: readonly ColumnContract[];
  /** Whether it was inferred from the data instead of declared. */
  readonly inferred: boolean;
  /** How many bad rows the output may have; the settings apply where it is null or absent. */
  readonly quarantine?: OutputLimits | null;
}

/** Limits for the bad rows of one output. Null members are those of the settings. */
export interface OutputLimits {
  /** The largest share of bad rows. */
  readonly share: number | null;
  /** The largest number of bad rows. */
  readonly rows: number | null;
  /** An output with fewer rows is not judged by its share. */
  readonly minRows: number | null;
}

export interface Contract {
  /** By name; a single unnamed output has the key ''. Empty if the parser declares nothing. */
  readonly outputs: ReadonlyMap<string, OutputContract>;
}

/** The notation of numbers: 1234.56 is `{decimal: '.', thousands: ''}`. */
export interface NumberStyle {
  readonly decimal: '.' | ',';
  readonly thousands: Thousands;
}

export const THOUSANDS = ['', '.', ',', ' ', "'", '\u2019', '\u00a0', '\u202f'] as const;
export type Thousands = (typeof THOUSANDS)[number];
