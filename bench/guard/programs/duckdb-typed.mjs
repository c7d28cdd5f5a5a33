// DuckDB's typed read with rejects into Parquet: node duckdb-typed.mjs GLOB OUTPUT
import { DuckDBInstance } from '@duckdb/node-api';

const [glob, output] = process.argv.slice(2);
const COLUMNS = "{'id': 'BIGINT', 'date': 'DATE', 'customer': 'VARCHAR', 'amount': 'DECIMAL(18,2)', 'note': 'VARCHAR'}";
const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run(
  `COPY (SELECT * FROM read_csv('${glob}', header = true, columns = ${COLUMNS}, store_rejects = true)) TO '${output}' (FORMAT parquet)`,
);
