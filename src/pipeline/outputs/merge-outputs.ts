import { sql } from 'kysely';
import { queryBuilder, type TenantDatabase, textsIn } from '../../database/index.js';
import { newId } from '../../platform/index.js';
import { recordEvent } from '../../events/index.js';
import { lockRevision } from '../schema/revision.js';
import type { OutputsTable, PipelineSchema } from '../schema/tables.js';

/** The prefix of compacted files. The names of other files begin with their job id. */
export const MERGED_PREFIX = 'merged-';

/** One file with the rows of several files. */
export interface MergedFile {
  readonly mergeId: string;
  /** Relative to the `output` folder. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export function isMergedPath(path: string): boolean {
  return path.split('/').at(-1)?.startsWith(MERGED_PREFIX) ?? false;
}

/**
 * After this commit, readers see one file instead of many. Each entry keeps its job, source and rows; only its path
 * changes. So later rows of its source supersede it as before, replays find it, and readers take only the rows of
 * current jobs from the file. The old files are listed as superseded by the merge, for `prune`. Entries that were
 * superseded or merged meanwhile are skipped. Returns how many were moved.
 */
export async function mergeOutputs(
  database: TenantDatabase,
  outputs: readonly { id: string; path: string }[],
  merged: MergedFile,
): Promise<number> {
  return database.transaction(async (tx) => {
    const builder = queryBuilder<PipelineSchema>(tx);
    // Superseding takes the same lock.
    await lockRevision(tx);
    const before = new Map(outputs.map(({ id, path }) => [id, path]));
    const current = await builder
      .selectFrom('cf_outputs')
      .selectAll()
      .where('tenant', '=', tx.tenant)
      .where('id', 'in', textsIn(tx.dialect, [...before.keys()]))
      .where('superseded_at', 'is', null)
      .execute();
    const moved = current.filter(({ id, path }) => before.get(id) === path);
    if (moved.length === 0) return 0;
    await builder
      .updateTable('cf_outputs')
      .set({ path: merged.path, size_bytes: merged.bytes, sha256: merged.sha256 })
      .where('tenant', '=', tx.tenant)
      .where(
        'id',
        'in',
        textsIn(
          tx.dialect,
          moved.map(({ id }) => id),
        ),
      )
      .execute();
    for (const left of filesOf(moved)) {
      await builder.insertInto('cf_outputs').values(supersededBy(merged.mergeId, left)).execute();
    }
    const { path, bytes, sha256 } = merged;
    await recordEvent(tx, {
      ...{ eventType: 'dataset.compacted', aggregateType: 'dataset', aggregateId: moved[0]?.output ?? merged.mergeId },
      payload: { merge_id: merged.mergeId, outputs: moved.length, path, bytes, sha256 },
    });
    return moved.length;
  });
}

/** A file that was merged before is listed once, however many entries it has. */
function filesOf(entries: readonly OutputsTable[]): OutputsTable[] {
  return [...new Map(entries.map((entry) => [entry.path, entry])).values()];
}

/** The file no longer belongs to a job or a source, so that its rows are not counted twice. */
function supersededBy(mergeId: string, left: OutputsTable) {
  return {
    ...left,
    ...{ id: newId(), job_id: mergeId, file_id: mergeId, superseded_by: mergeId },
    superseded_at: sql<number>`cf_now()`,
  };
}

/** Returns those of the paths that an entry still names. */
export async function pathsInUse(database: TenantDatabase, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const used = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_outputs')
    .select('path')
    .distinct()
    .where('tenant', '=', database.tenant)
    .where('path', 'in', textsIn(database.dialect, paths))
    .execute();
  return new Set(used.map(({ path }) => path));
}
