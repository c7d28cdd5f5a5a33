import type { DuckDBConnection } from '@duckdb/node-api';

/** How many bars a histogram has, and how many frequent values are listed. */
export const BARS = 20;

export interface FrequentValue {
  /** The beginning of the value as text. */
  readonly value: string;
  readonly rows: number;
}

interface ProfiledColumn {
  /** As SQL. */
  readonly column: string;
  readonly type: string;
}

const NUMBER = /^(U?(TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL)/;
const TIME = /^(DATE|TIME)/;

/** The rows of the table `profiled` in equal steps; null if the type of the column has no distances. */
export async function histogram(
  connection: DuckDBConnection,
  { column, type, isConstant }: ProfiledColumn & { readonly isConstant: boolean },
): Promise<number[] | null> {
  const place = placeOf(column, type);
  if (place === null) return null;
  if (isConstant) return [];
  const found = await connection.runAndReadAll(
    `WITH places AS (SELECT ${place} AS place FROM profiled WHERE ${column} IS NOT NULL),
      finite AS (SELECT place FROM places WHERE isfinite(place)),
      edges AS (SELECT min(place) AS low, max(place) AS high FROM finite)
    SELECT CAST(least(${BARS - 1}, floor((place - low) / nullif(high - low, 0) * ${BARS})) AS INTEGER) AS bar, count(*)
      FROM finite, edges GROUP BY bar`,
  );
  const bars = Array<number>(BARS).fill(0);
  for (const [bar, rows] of found.getRows()) if (bar !== null) bars[Number(bar)] = Number(rows);
  return bars;
}

/** A number for each value, in which equal steps are equal distances. */
function placeOf(column: string, type: string): string | null {
  if (NUMBER.test(type) && !type.endsWith('[]')) return `CAST(${column} AS DOUBLE)`;
  return TIME.test(type) && !type.endsWith('[]') ? `CAST(epoch(${column}) AS DOUBLE)` : null;
}

const LONGEST_VALUE = 100;

/** The most frequent values of a column of the table `profiled`. */
export async function frequentValues(
  connection: DuckDBConnection,
  { column, type, most }: ProfiledColumn & { readonly most: number },
): Promise<FrequentValue[]> {
  if (type === 'BLOB') return [];
  const found = await connection.runAndReadAll(
    `SELECT left(CAST(${column} AS VARCHAR), ${LONGEST_VALUE}) AS value, count(*) AS rows FROM profiled
      WHERE ${column} IS NOT NULL GROUP BY value ORDER BY rows DESC, value LIMIT ${most}`,
  );
  return found.getRows().map(([value, rows]) => ({ value: String(value), rows: Number(rows) }));
}
