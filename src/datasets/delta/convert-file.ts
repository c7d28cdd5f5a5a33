import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { stagedName } from '../../contract/index.js';
import { newId } from '../../platform/index.js';
import type { Storage } from '../../storage/index.js';
import { outputDamaged } from '../duckdb/failure.js';
import { identifier, text } from '../duckdb/sql-text.js';
import type { FileGroup } from '../views/column.js';
import type { DeltaColumn } from './delta-schema.js';
import type { SourceFile } from './table-files.js';
import { syncFile } from '../duckdb/sync-file.js';

/**
 * Writes the current rows of a file as a file of the table, which readers of Delta understand: with the names and types of the table,
 * and without superseded rows. Returns its name and size. No query sees it.
 */
export async function convertFile(
  connection: DuckDBConnection,
  {
    file,
    group,
    columns,
    prefix,
  }: { file: SourceFile; group: FileGroup; columns: readonly DeltaColumn[]; prefix: string },
  { storage, staging }: { storage: Storage; staging: string },
): Promise<{ name: string; bytes: number }> {
  const name = `${prefix}${newId().slice(-12)}.parquet`;
  const staged = join(staging, stagedName(name));
  await mkdir(staging, { recursive: true });
  try {
    const known = new Map(columns.map((column) => [column.name.toLowerCase(), column]));
    const values = group.columns.map((column) => {
      const { name: wanted = column.name, storedType = column.type } = known.get(column.name.toLowerCase()) ?? {};
      return `CAST(${identifier(column.name)} AS ${storedType}) AS ${identifier(wanted)}`;
    });
    const answer = await connection.runAndReadAll(
      `COPY (SELECT ${values.join(', ')} FROM (${group.select})) TO ${text(staged)} (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)`,
    );
    const rows = Number(answer.getRows()[0]?.[0] ?? 0);
    if (rows !== file.rows)
      throw outputDamaged(`${file.path} contains ${rows} rows, but ${file.rows} were registered.`);
    const bytes = await syncFile(staged);
    await storage.adopt(staged, name);
    return { name, bytes };
  } finally {
    await rm(staged, { force: true });
  }
}
