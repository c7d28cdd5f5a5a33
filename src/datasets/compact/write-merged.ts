import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { stagedName, sweepStaleFiles } from '../../contract/index.js';
import { newId } from '../../platform/index.js';
import {
  MERGED_PREFIX,
  type MergedFile,
  type PipelineHome,
  registeredPath,
  tenantPrefix,
} from '../../pipeline/index.js';
import type { PlacedOutput } from '../catalog/placed-outputs.js';
import { outputDamaged } from '../duckdb/failure.js';
import { fileList, text } from '../duckdb/sql-text.js';
import { sha256OfFile } from '../verify/sha256-of-file.js';
import { selectRows } from '../views/parquet-groups.js';
import { syncFile } from '../duckdb/sync-file.js';

/** Writes the current rows of these outputs to one file among the outputs, durable and not yet registered. */
export async function writeMerged(
  connection: DuckDBConnection,
  home: PipelineHome,
  outputs: readonly PlacedOutput[],
  tenant: string,
): Promise<MergedFile> {
  const mergeId = newId();
  const name = `${MERGED_PREFIX}${mergeId}.parquet`;
  const { parser = '', output = '' } = outputs[0] ?? {};
  const key = `${tenantPrefix(tenant)}${parser}/${output}/${name}`;
  const staged = join(home.staging, stagedName(name));
  await mkdir(home.staging, { recursive: true });
  await sweepStaleFiles(home.staging);
  try {
    const select = selectRows(outputs);
    await connection.run(`COPY (${select}) TO ${text(staged)} (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)`);
    await requireSameRows(connection, select, `SELECT * FROM read_parquet(${fileList([staged])})`, outputs);
    const bytes = await syncFile(staged);
    const sha256 = await sha256OfFile(staged);
    await home.storages.at(home.target).adopt(staged, key);
    return { mergeId, path: registeredPath(home, key), bytes, sha256 };
  } finally {
    await rm(staged, { force: true });
  }
}

/**
 * Compares columns, types, the number of rows and every value: a file that differs in any of these must not be
 * registered.
 */
async function requireSameRows(
  connection: DuckDBConnection,
  before: string,
  after: string,
  outputs: readonly PlacedOutput[],
): Promise<void> {
  const answer = async (sql: string): Promise<string[][]> =>
    (await connection.runAndReadAll(sql)).getRows().map((row) => row.map(String));
  const columns = (select: string): string => `SELECT column_name, column_type FROM (DESCRIBE ${select})`;
  const content = (select: string): string => `SELECT count(*), sum(hash(merged)) FROM (${select}) AS merged`;
  assert.deepEqual(await answer(columns(after)), await answer(columns(before)), 'merging changed a column');
  const [[rows = '', sum] = []] = await answer(content(after));
  assert.deepEqual([[rows, sum]], await answer(content(before)), 'merging changed rows');
  const registered = outputs.reduce((total, one) => total + one.rows, 0);
  if (Number(rows) !== registered) throw outputDamaged(`They contain ${rows} rows, but ${registered} were registered.`);
}
