import { identifier } from '../duckdb/sql-text.js';
import type { Column } from '../views/column.js';

/** The PostgreSQL type that holds every value of a DuckDB type; undefined if there is none. */
export function postgresType(type: string): string | undefined {
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(type);
  if (decimal) return `numeric(${decimal[1]},${decimal[2]})`;
  return PLAIN_TYPES[type];
}

/** `json` keeps the text as it is; `jsonb` would reorder members and refuse \u0000. A HUGEINT has up to 39 digits. */
const PLAIN_TYPES: Readonly<Record<string, string>> = {
  BOOLEAN: 'boolean',
  SMALLINT: 'smallint',
  INTEGER: 'integer',
  BIGINT: 'bigint',
  HUGEINT: 'numeric(39,0)',
  FLOAT: 'real',
  DOUBLE: 'double precision',
  VARCHAR: 'text',
  JSON: 'json',
  BLOB: 'bytea',
  DATE: 'date',
  TIME: 'time without time zone',
  TIMESTAMP: 'timestamp without time zone',
  'TIMESTAMP WITH TIME ZONE': 'timestamp with time zone',
};

/** The SQL of DuckDB for the text of a column's values, as PostgreSQL reads them. Nulls stay null. */
export function copiedValue({ name, type }: Column): string {
  const value = identifier(name);
  if (type === 'BLOB') return `'\\x' || hex(${value})`;
  // DuckDB writes `0044-03-15 (BC)`, PostgreSQL reads `0044-03-15 BC`.
  if (type === 'DATE' || type.startsWith('TIMESTAMP')) return `replace(CAST(${value} AS VARCHAR), ' (BC)', ' BC')`;
  return `CAST(${value} AS VARCHAR)`;
}

/** Whether a column of an existing table holds all values of the wanted type unchanged. */
export function holdsAll(actual: string, wanted: string): boolean {
  if (actual === wanted) return true;
  if (wanted === 'text') return actual === 'character varying';
  if (wanted === 'json') return actual === 'jsonb';
  if (wanted === 'real') return actual === 'double precision';
  const [own, needed] = [digitsOf(actual), digitsOf(wanted)];
  return own !== undefined && needed !== undefined && own.whole >= needed.whole && own.fraction >= needed.fraction;
}

/** The type of a column that held one type and is to hold another one too; undefined if a change could lose something. */
export function widenedType(actual: string, wanted: string): string | undefined {
  const [own, needed] = [digitsOf(actual), digitsOf(wanted)];
  if (own === undefined || needed === undefined) return undefined;
  const fraction = Math.max(own.fraction, needed.fraction);
  return `numeric(${Math.max(own.whole, needed.whole) + fraction},${fraction})`;
}

interface Digits {
  readonly whole: number;
  readonly fraction: number;
}

const INTEGER_DIGITS: Readonly<Record<string, number>> = { smallint: 5, integer: 10, bigint: 19 };

function digitsOf(type: string): Digits | undefined {
  if (type === 'numeric') return { whole: Infinity, fraction: Infinity };
  const whole = INTEGER_DIGITS[type];
  if (whole !== undefined) return { whole, fraction: 0 };
  const [, precision, scale] = /^numeric\((\d+),(\d+)\)$/.exec(type) ?? [];
  return precision === undefined ? undefined : { whole: Number(precision) - Number(scale), fraction: Number(scale) };
}
