import { type DuckDBType, DuckDBTypeId, type DuckDBValue } from '@duckdb/node-api';
import { distinctNames, type RowStream } from '../values/rows.js';
import { valueText } from '../values/value-text.js';

type SqliteValue = string | number | bigint | Buffer | null;

interface SqliteColumn {
  readonly type: 'INTEGER' | 'REAL' | 'TEXT' | 'BLOB';
  readonly valueOf: (value: DuckDBValue) => SqliteValue;
}

/** Rows as a table of a new SQLite file. Returns how many. */
export async function writeSqlite(file: string, table: string, rows: RowStream): Promise<number> {
  const { default: SqliteFile } = await import('better-sqlite3');
  const database = new SqliteFile(file);
  try {
    // The file is renamed when it is complete, so it needs no journal.
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = OFF');
    const columns = rows.types.map(sqliteColumn);
    const names = distinctNames(rows.names).map(quoted);
    const declared = columns.map(({ type }, index) => `${names[index] ?? ''} ${type}`);
    database.exec(`CREATE TABLE ${quoted(table)} (${declared.join(', ')}); BEGIN`);
    const insert = database.prepare(`INSERT INTO ${quoted(table)} VALUES (${columns.map(() => '?').join(', ')})`);
    let written = 0;
    for await (const batch of rows.batches) {
      for (let row = 0; row < batch.rowCount; row++) {
        insert.run(columns.map(({ valueOf }, index) => nullOr(valueOf, batch.columns[index]?.[row] ?? null)));
      }
      written += batch.rowCount;
    }
    database.exec('COMMIT');
    return written;
  } finally {
    database.close();
  }
}

function nullOr(valueOf: SqliteColumn['valueOf'], value: DuckDBValue): SqliteValue {
  return value === null ? null : valueOf(value);
}

/**
 * SQLite has 64-bit integers and doubles. Values that fit neither exactly are text: as a number they would be rounded.
 */
function sqliteColumn(type: DuckDBType): SqliteColumn {
  if (type.typeId === DuckDBTypeId.BOOLEAN) return { type: 'INTEGER', valueOf: (value) => (value === true ? 1 : 0) };
  if (INTEGERS.has(type.typeId)) return { type: 'INTEGER', valueOf: (value) => BigInt(value as number | bigint) };
  if (type.typeId === DuckDBTypeId.BLOB) {
    return { type: 'BLOB', valueOf: (value) => Buffer.from((value as { bytes: Uint8Array }).bytes) };
  }
  const { plain } = valueText(type);
  if (type.typeId === DuckDBTypeId.FLOAT || type.typeId === DuckDBTypeId.DOUBLE) {
    // SQLite stores NaN as null.
    return { type: 'REAL', valueOf: (value) => (Number.isNaN(value) ? 'NaN' : Number(plain(value))) };
  }
  return { type: 'TEXT', valueOf: plain };
}

const INTEGERS: ReadonlySet<DuckDBTypeId> = new Set([
  ...[DuckDBTypeId.TINYINT, DuckDBTypeId.SMALLINT, DuckDBTypeId.INTEGER, DuckDBTypeId.BIGINT],
  ...[DuckDBTypeId.UTINYINT, DuckDBTypeId.USMALLINT, DuckDBTypeId.UINTEGER],
]);

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
