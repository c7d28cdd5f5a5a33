import { DuckDBInstance } from '@duckdb/node-api';
import type { Outcome } from '../score.js';

/** DuckDB's read_csv with default options, all columns as text, without invalid lines. */
export async function readByDuckdb(paths: readonly string[]): Promise<Outcome[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const outcomes: Outcome[] = [];
  for (const path of paths) {
    try {
      const sniffed = await connection.runAndReadAll(
        `SELECT Delimiter, Quote, HasHeader FROM sniff_csv('${path}', ignore_errors = true)`,
      );
      const [delimiter, quote, hasHeader] = sniffed.getRows()[0] as [string, string, boolean];
      const read = await connection.runAndReadAll(
        `SELECT * FROM read_csv('${path}', all_varchar = true, ignore_errors = true)`,
      );
      outcomes.push({
        delimiter,
        quote,
        columns: hasHeader ? read.columnNames() : null,
        rows: read.getRows() as (string | null)[][],
      });
    } catch (error) {
      outcomes.push({ delimiter: null, quote: null, columns: null, rows: [], error: String(error).slice(0, 200) });
    }
  }
  connection.closeSync();
  instance.closeSync();
  return outcomes;
}
