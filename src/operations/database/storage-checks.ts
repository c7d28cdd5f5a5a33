import type { Database } from '../../database/index.js';
import type { DatabaseCheck, Finding } from '../../engine/index.js';

/** The checks of the database for its own files and indexes. */
export function storageChecks(database: Database): DatabaseCheck[] {
  if (database.dialect === 'postgres') return [{ name: 'valid-indexes', run: () => invalidIndexes(database) }];
  return [
    { name: 'integrity', run: () => brokenPages(database) },
    { name: 'foreign-keys', run: () => brokenReferences(database) },
  ];
}

async function brokenPages(database: Database): Promise<Finding[]> {
  const rows = await database.query<{ integrity_check: string }>('PRAGMA integrity_check');
  return rows
    .filter((row) => row.integrity_check !== 'ok')
    .map((row) => damage('integrity', `SQLite found damage: ${row.integrity_check}`));
}

async function brokenReferences(database: Database): Promise<Finding[]> {
  const rows = await database.query<{ table: string; parent: string }>('PRAGMA foreign_key_check');
  return rows.map((row) =>
    damage('foreign-keys', `A row of ${row.table} refers to a row of ${row.parent} that is missing`),
  );
}

/** An index whose creation failed slows down writes, and reads do not use it. */
async function invalidIndexes(database: Database): Promise<Finding[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT i.relname AS name FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
     JOIN pg_namespace n ON n.oid = i.relnamespace
     WHERE NOT x.indisvalid AND n.nspname = current_schema() AND i.relname LIKE 'cf\\_%'`,
  );
  return rows.map((row) => damage('valid-indexes', `The index ${row.name} is invalid; rebuild it with REINDEX`));
}

function damage(check: string, message: string): Finding {
  return { check, severity: 'damage', message };
}
