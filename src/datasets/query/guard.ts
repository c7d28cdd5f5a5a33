import { type DuckDBConnection, type DuckDBPreparedStatement, StatementType } from '@duckdb/node-api';
import { CasparianError, hint } from '../../platform/index.js';

const NOTHING = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*$/;
const EXPLAIN = /^(?:\s|--[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*explain\s+(?:analyze\s+)?(?:\([^)]*\)\s*)?/i;

/**
 * The statement to run, made sure to be one that reads. Files that may be read could be written to as well, by
 * `COPY … (use_tmp_file false)`: so it is the kind of the statement that keeps the datasets as they are, and the settings
 * that keep other files unread. What comes before the last statement may make tables and views in memory, since a PIVOT is
 * such a sequence to DuckDB.
 */
export async function guardedStatement(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  if (NOTHING.test(sql)) throw refused('There is no statement to run', 'The text is empty, or holds comments alone.');
  const statements = await connection.extractStatements(sql);
  for (let index = 0; index < statements.count - 1; index++) {
    const earlier = await statements.prepare(index);
    if (earlier.statementType !== StatementType.CREATE) {
      throw refused(
        `${nameOf(earlier)} cannot stand before another statement`,
        'One statement gives the answer; only CREATE TABLE, VIEW and the like may come before it, and live in memory.',
      );
    }
    await earlier.run();
  }
  const last = await statements.prepare(statements.count - 1);
  await requireReading(connection, last, sql);
  return last;
}

async function requireReading(connection: DuckDBConnection, { statementType }: DuckDBPreparedStatement, sql: string) {
  if (statementType === StatementType.SELECT) return;
  // EXPLAIN ANALYZE runs what it explains.
  const explained = EXPLAIN.test(sql) ? sql.replace(EXPLAIN, '') : undefined;
  if (statementType === StatementType.EXPLAIN && explained !== undefined) {
    const statements = await connection.extractStatements(explained);
    const inner = statements.count === 1 ? await statements.prepare(0) : undefined;
    if (inner?.statementType === StatementType.SELECT) return;
  }
  throw refused(
    `A query reads, and this is ${StatementType[statementType]}`,
    'Datasets are written by jobs alone: what a query could change, no lineage would tell.',
  );
}

function nameOf({ statementType }: DuckDBPreparedStatement): string {
  return StatementType[statementType];
}

function refused(what: string, why: string): CasparianError {
  return new CasparianError('QUERY_REFUSED', what, {
    why,
    next: [
      'Write a SELECT, FROM, DESCRIBE, SHOW or EXPLAIN.',
      hint('To write a file', { action: 'export', options: { sql: 'STATEMENT', to: 'FILE' } }),
    ],
  });
}
