import { expect, test } from 'vitest';
import type { Database } from '../../../src/database/index.js';
import { moveJobs } from '../../../src/engine/index.js';
import { PIPELINE_MIGRATIONS, PIPELINE_TABLES } from '../../../src/pipeline/index.js';
import { freshStore } from '../../cli/store.js';

interface ColumnInfo {
  name: string;
  type: string;
}

function columnsOf(database: Database, table: string): Promise<ColumnInfo[]> {
  return database.query<{ name: string; type: string }>(`PRAGMA table_info(${table})`);
}

/** Something a column of this name and type may hold. */
function sample({ name, type }: ColumnInfo, row: number): unknown {
  if (type === 'BLOB') return Buffer.from([0, 255, row, 0]);
  if (name === 'network') return row % 2;
  if (type === 'INTEGER') return row;
  if (type === 'BIGINT') return 1_700_000_000_000_000 + row;
  const choices: Record<string, string> = { language: 'node', status: 'recovered' };
  return choices[name] ?? `${name} ${row} é"\\`;
}

async function fill(database: Database, table: string, rows: number): Promise<void> {
  const columns = await columnsOf(database, table);
  for (let row = 1; row <= rows; row++) {
    await database.query(
      `INSERT OR REPLACE INTO ${table} (${columns.map(({ name }) => name).join(', ')})
       VALUES (${columns.map(() => '?').join(', ')})`,
      columns.map((column) => sample(column, row)),
    );
  }
}

/** Bytes are a Buffer in PostgreSQL, and an array of bytes in SQLite. */
async function rowsOf(database: Database, table: string, key: readonly string[]): Promise<unknown[]> {
  const rows = await database.query(`SELECT * FROM ${table} ORDER BY ${key.join(', ')}`);
  return rows.map((row) => ({ ...row, ...('source_archive' in row && { source_archive: [...bytesOf(row)] }) }));
}

function bytesOf(row: object): Uint8Array {
  return (row as { source_archive: Uint8Array }).source_archive;
}

test('a move carries every table and column of the pipeline, and the bytes of bundles', async () => {
  const [source, target] = [await freshStore('sqlite'), await freshStore('postgres')];
  const created = PIPELINE_MIGRATIONS.steps.map(({ sql }) => sql.sqlite).join('\n');
  // A table that a later step makes anew takes the name of the earlier one.
  const names = [...created.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name?.replace('_of_tenants', ''));
  const tables = [...new Set(names)];
  expect(PIPELINE_TABLES.map(({ name }) => name)).toEqual(tables);

  for (const { name, columns } of PIPELINE_TABLES) {
    expect(columns, name).toEqual((await columnsOf(source.engine.database, name)).map((column) => column.name));
    await fill(source.engine.database, name, 3);
  }
  const reports = await moveJobs(source.engine, target.engine, { tables: PIPELINE_TABLES });
  for (const { name, key } of PIPELINE_TABLES) {
    expect(reports).toContainEqual(expect.objectContaining({ table: name, rows: name === 'cf_routing' ? 4 : 3 }));
    expect(await rowsOf(target.engine.database, name, key)).toEqual(await rowsOf(source.engine.database, name, key));
  }
  const again = await moveJobs(source.engine, target.engine, { tables: PIPELINE_TABLES });
  expect(again.map(({ copied }) => copied)).toEqual(again.map(() => 0));
});
