/**
 * The types of dataset columns. Every sink writes all of them; every cast results in one of them. `int` is 64 bits,
 * `float` a double. Times are microseconds. A datetime without a zone is a local time; one with a zone is an instant
 * (`zone: 'UTC'` for the plain `datetime(tz)`).
 */
export type ColumnType =
  | { readonly kind: 'string' }
  | { readonly kind: 'int' }
  | { readonly kind: 'float' }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'bool' }
  | { readonly kind: 'date' }
  | { readonly kind: 'datetime'; readonly zone: string | null }
  | { readonly kind: 'time' }
  | { readonly kind: 'json' }
  | { readonly kind: 'binary' };
