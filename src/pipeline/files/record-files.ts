import { sql } from 'kysely';
import {
  queryBuilder,
  type TenantDatabase,
  tenantText,
  type TenantTransaction,
  jsonRows,
  textsIn,
} from '../../database/index.js';
import { newId } from '../../platform/index.js';
import { lockRevision } from '../schema/revision.js';
import type { FilesTable, PipelineSchema } from '../schema/tables.js';
import type { RecordedSignature } from './signature.js';
import { tagsWith } from './tags.js';

/** A file to record. Without a hash, only its tags change, or it is no longer missing. */
export interface FileRecord {
  readonly path: string;
  readonly signature: RecordedSignature;
  readonly hash: string | undefined;
}

type Before = Pick<FilesTable, 'id' | 'path' | 'hash' | 'tags' | 'planned_revision'>;

/**
 * Records what was found. Returns how many files are new or have other content. Planners and other scans wait for this
 * transaction, so what it reads stays true until it writes.
 */
export async function recordFiles(
  database: TenantDatabase,
  files: readonly FileRecord[],
  tags: readonly string[],
): Promise<number> {
  return database.transaction(async (tx) => {
    await lockRevision(tx);
    const before = await rowsBefore(tx, files);
    const rows = files.map((file) => rowOf(file, before.get(file.path), tags));
    await writeRows(tx, rows);
    return rows.filter(({ isChanged }) => isChanged).length;
  });
}

/** A missing file keeps its row: the lineage of its outputs needs it. */
export async function recordMissing(database: TenantDatabase, paths: readonly string[]): Promise<number> {
  return database.transaction(async (tx) => {
    await lockRevision(tx);
    const missing = await queryBuilder<PipelineSchema>(tx)
      .updateTable('cf_files')
      .set({ missing_at: sql<number>`cf_now()` })
      .where('tenant', '=', tx.tenant)
      .where('path', 'in', textsIn(tx.dialect, paths))
      .where('missing_at', 'is', null)
      .returning('id')
      .execute();
    return missing.length;
  });
}

async function rowsBefore(tx: TenantTransaction, files: readonly FileRecord[]): Promise<Map<string, Before>> {
  const paths = files.map(({ path }) => path);
  const rows = await queryBuilder<PipelineSchema>(tx)
    .selectFrom('cf_files')
    .select(['id', 'path', 'hash', 'tags', 'planned_revision'])
    .where('tenant', '=', tx.tenant)
    .where('path', 'in', textsIn(tx.dialect, paths))
    .execute();
  return new Map(rows.map((row) => [row.path, row]));
}

interface NewRow {
  readonly isChanged: boolean;
  readonly fields: readonly unknown[];
}

function rowOf({ path, signature, hash }: FileRecord, before: Before | undefined, given: readonly string[]): NewRow {
  const content = hash ?? before?.hash;
  if (content === undefined) throw new Error(`${path} was to be recorded without its content`);
  const tags = tagsWith(before?.tags ?? '[]', given);
  const isChanged = before?.hash !== content;
  const planned = isChanged || before.tags !== tags ? 0 : before.planned_revision;
  const { sizeBytes, modifiedUs, changedUs } = signature;
  return { isChanged, fields: [before?.id ?? newId(), path, content, sizeBytes, modifiedUs, changedUs, tags, planned] };
}

/** One statement for any number of rows. `WHERE true` makes clear to SQLite that no join condition follows. */
async function writeRows(tx: TenantTransaction, rows: readonly NewRow[]): Promise<void> {
  const fields = rows.map((row) => row.fields);
  await sql`
    INSERT INTO cf_files (tenant, id, path, hash, size_bytes, modified_us, changed_us, tags, planned_revision, discovered_at,
      scanned_at)
    SELECT ${tenantText(tx)}, value ->> 0, value ->> 1, value ->> 2, CAST(value ->> 3 AS BIGINT), CAST(value ->> 4 AS BIGINT),
      CAST(value ->> 5 AS BIGINT), value ->> 6, CAST(value ->> 7 AS BIGINT), cf_now(), cf_now()
    FROM ${jsonRows(tx.dialect, fields)} WHERE true
    ON CONFLICT (tenant, path) DO UPDATE SET hash = excluded.hash, size_bytes = excluded.size_bytes,
      modified_us = excluded.modified_us, changed_us = excluded.changed_us, tags = excluded.tags,
      planned_revision = excluded.planned_revision, scanned_at = excluded.scanned_at, missing_at = NULL`.execute(
    queryBuilder<PipelineSchema>(tx),
  );
}
