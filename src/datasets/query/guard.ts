import { type DuckDBConnection, type DuckDBPreparedStatement, StatementType } from '@duckdb/node-api';
import { CasparianError, hint } from '../../platform/index.js';

const NOTHING = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*$/;
const EXPLAIN = /^(?:\s|--[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*explain\s+(?:analyze\s+)?(?:\([^)]*\)\s*)?/i;

/**
 * Returns the statement to run, checked to be a reading one. Readable files could be written too, by `COPY …
 * (use_tmp_file false)`: so the kind of the statement protects the datasets, and the settings protect other files from
 * being read. Earlier statements may create tables and views in memory, because DuckDB expands a PIVOT to such a
 * sequence.
 */
export async function guardedStatement(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  if (NOTHING.test(sql)) throw refused('No statement was given', 'The text is empty or contains only comments.');
  const statements = await connection.extractStatements(sql);
  for (let index = 0; index < statements.count - 1; index++) {
    const earlier = await statements.prepare(index);
    if (earlier.statementType !== StatementType.CREATE) {
      throw refused(
        `${nameOf(earlier)} cannot precede another statement`,
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
    `A query can only read, and this is ${StatementType[statementType]}`,
    'Only jobs write datasets, so that every row has a lineage.',
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
