import type { DuckDBConnection } from '@duckdb/node-api';
import { isMergedPath } from '../../pipeline/index.js';
import type { PlacedOutput } from '../catalog/placed-outputs.js';
import { fileList, identifier, textList } from '../duckdb/sql-text.js';
import type { Column, FileGroup } from './column.js';
import { grouped } from './grouped.js';

/**
 * Groups Parquet files by their columns. Every footer is read: a parser without a contract may write different columns
 * for each file, and a column that one file lacks must not be read as null in the others.
 */
export async function parquetGroups(
  connection: DuckDBConnection,
  files: readonly PlacedOutput[],
): Promise<FileGroup[]> {
  if (files.length === 0) return [];
  const shapes = await shapesOf(connection, [...new Set(files.map(({ place }) => place))]);
  const groups = grouped(files, ({ place }) => shapes.get(place) ?? '');
  const described = await Promise.all([...groups.values()].map((group) => columnsOf(connection, group)));
  // Our writer and DuckDB's describe the same column differently.
  const alike = grouped(described, ({ columns }) => JSON.stringify(columns));
  return [...alike.values()].map((same) => {
    const own = same.flatMap((one) => one.files);
    return { columns: same[0]?.columns ?? [], files: own, select: selectRows(own) };
  });
}

/** DuckDB joins the columns of a file: seven times as many rows would take longer to fetch than the footers to read. */
async function shapesOf(connection: DuckDBConnection, places: readonly string[]): Promise<Map<string, string>> {
  const footers = await connection.runAndReadAll(
    `SELECT file_name, string_agg(concat_ws(':', name, type, converted_type, logical_type, precision, scale), '\n' ORDER BY name)
     FROM parquet_schema(${fileList(places)}) GROUP BY file_name`,
  );
  return new Map(footers.getRows() as [string, string][]);
}

async function columnsOf(
  connection: DuckDBConnection,
  files: readonly PlacedOutput[],
): Promise<Pick<FileGroup, 'columns' | 'files'>> {
  // One file is enough: the others have the same columns.
  const described = await connection.runAndReadAll(`DESCRIBE ${selectRows(files.slice(0, 1))}`);
  const columns = described.getRows().map(([name, type]): Column => ({ name: String(name), type: String(type) }));
  return { columns, files };
}

/** A merged file may contain rows that were superseded since: only rows of current jobs are read from it. */
export function selectRows(files: readonly PlacedOutput[]): string {
  const [merged, single] = [
    files.filter(({ path }) => isMergedPath(path)),
    files.filter(({ path }) => !isMergedPath(path)),
  ];
  const parts = [
    ...(single.length === 0 ? [] : [readParquet(single)]),
    ...(merged.length === 0 ? [] : [`${readParquet(merged)} WHERE ${ofJobs(merged)}`]),
  ];
  return parts.join(' UNION ALL ');
}

function readParquet(files: readonly PlacedOutput[]): string {
  return `SELECT * FROM read_parquet(${fileList(new Set(files.map(({ place }) => place)))})`;
}

function ofJobs(files: readonly PlacedOutput[]): string {
  return `${identifier('_cf_job_id')} IN (SELECT unnest(${textList(files.map(({ jobId }) => jobId))}))`;
}
