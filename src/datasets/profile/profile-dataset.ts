import type { DuckDBConnection } from '@duckdb/node-api';
import type { NamedDataset } from '../catalog/dataset-names.js';
import type { DatasetPlace } from '../catalog/placed-outputs.js';
import { identifier } from '../duckdb/sql-text.js';
import { withQuery } from '../query/open-query.js';
import { selectDataset } from '../query/select-dataset.js';
import { BARS, frequentValues, histogram, type FrequentValue } from './distribution.js';

export interface ProfileRequest extends DatasetPlace {
  readonly dataset: NamedDataset;
  /** A condition in SQL; all rows without it. */
  readonly where?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a column contains. Counts are those of the profiled rows. */
export interface ColumnProfile {
  readonly name: string;
  readonly type: string;
  readonly nulls: number;
  readonly distinct: number;
  /** Whether `distinct` was counted, not estimated. */
  readonly distinctIsExact: boolean;
  /** As text, so that no digit is lost. Null if there is no value. */
  readonly min: string | null;
  readonly max: string | null;
  /** The rows in equal steps from the lowest to the highest value; null if the type has no distances. */
  readonly histogram: readonly number[] | null;
  /** The most frequent values, for types without a histogram. */
  readonly frequent: readonly FrequentValue[];
}

export interface DatasetProfile {
  /** All rows that match. */
  readonly rows: number;
  /** The rows that were looked at. */
  readonly profiledRows: number;
  readonly columns: readonly ColumnProfile[];
}

/** Larger datasets are sampled, so that a profile takes a second or two. */
const MOST_CELLS = 5_000_000;
const MOST_ROWS = 500_000;
const FEWEST_ROWS = 10_000;
/** Beyond this many rows, distinct values are estimated. */
const MOST_COUNTED_ROWS = 200_000;

interface Described {
  readonly name: string;
  readonly type: string;
}

/** Profiles all columns of a dataset except those of its lineage. */
export function profileDataset({ dataset, where, ...place }: ProfileRequest): Promise<DatasetProfile> {
  const condition = where === undefined ? '' : ` WHERE (${where}\n)`;
  const sql = `SELECT * FROM (${selectDataset(dataset)})${condition}`;
  // The query checks the condition; its rows are then read into a table.
  return withQuery({ ...place, sql }, (query) =>
    query.run(async (connection) => {
      const columns = await describedColumns(connection, sql);
      const rows =
        where === undefined ? dataset.rows : Number((await values(connection, `SELECT count(*) FROM (${sql})`))[0]);
      const wanted = wantedRows(rows, columns.length);
      await sample(connection, sql, { columns, rows, wanted });
      return profileSample(connection, { columns, rows });
    }),
  );
}

async function describedColumns(connection: DuckDBConnection, sql: string): Promise<Described[]> {
  const described = await connection.runAndReadAll(`SELECT column_name, column_type FROM (DESCRIBE ${sql})`);
  return described
    .getRows()
    .map(([name, type]) => ({ name: String(name), type: String(type) }))
    .filter(({ name }) => !name.startsWith('_cf_'));
}

function wantedRows(rows: number, columns: number): number {
  const most = Math.min(MOST_ROWS, Math.floor(MOST_CELLS / Math.max(1, columns)));
  return Math.min(rows, Math.max(FEWEST_ROWS, most));
}

interface Sampling {
  readonly columns: readonly Described[];
  readonly rows: number;
  readonly wanted: number;
}

/** Puts the rows into a temporary table. The seed is fixed, so that a profile does not change by itself. */
async function sample(connection: DuckDBConnection, sql: string, { columns, rows, wanted }: Sampling): Promise<void> {
  const names = columns.map(({ name }) => identifier(name)).join(', ');
  const percent = ((wanted * 100) / Math.max(1, rows)).toFixed(6);
  const sampling = wanted < rows ? ` USING SAMPLE ${percent}% (system, 1)` : '';
  await connection.run(
    `CREATE TEMP TABLE profiled AS SELECT ${names === '' ? '1 AS none' : names} FROM (${sql})${sampling}`,
  );
}

async function profileSample(
  connection: DuckDBConnection,
  { columns, rows }: { columns: readonly Described[]; rows: number },
): Promise<DatasetProfile> {
  const profiledRows = Number((await values(connection, 'SELECT count(*) FROM profiled'))[0]);
  const distinctIsExact = profiledRows <= MOST_COUNTED_ROWS && profiledRows === rows;
  const profiles: ColumnProfile[] = [];
  for (const { name, type } of columns) {
    const column = identifier(name);
    const distinct =
      profiledRows <= MOST_COUNTED_ROWS ? `count(DISTINCT ${column})` : `approx_count_distinct(${column})`;
    const [present, different, min, max] = await values(
      connection,
      `SELECT count(${column}), ${distinct}, ${edge('min', column, type)}, ${edge('max', column, type)} FROM profiled`,
    );
    const bars = await histogram(connection, { column, type, isConstant: Number(different) < 2 });
    profiles.push({
      ...{ name, type, nulls: profiledRows - Number(present), distinct: Number(different), distinctIsExact },
      ...{ min: textOrNull(min), max: textOrNull(max), histogram: bars },
      frequent: bars === null ? await frequentValues(connection, { column, type, most: BARS }) : [],
    });
  }
  return { rows, profiledRows, columns: profiles };
}

const LONGEST_EDGE = 200;

function edge(which: 'min' | 'max', column: string, type: string): string {
  return type === 'BLOB' ? 'NULL' : `left(CAST(${which}(${column}) AS VARCHAR), ${LONGEST_EDGE})`;
}

async function values(connection: DuckDBConnection, sql: string): Promise<unknown[]> {
  return (await connection.runAndReadAll(sql)).getRows()[0] ?? [];
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
