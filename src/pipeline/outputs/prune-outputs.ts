import { sql } from 'kysely';
import { queryBuilder, type TenantDatabase, type TenantTransaction, textsIn } from '../../database/index.js';
import type { PipelineHome } from '../home.js';
import { recordEvent } from '../../events/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { isMergedPath, pathsInUse } from './merge-outputs.js';
import { removeOutputs } from './move-outputs.js';
import { findOrphans } from './orphans.js';
import { tenantPrefix } from './output-path.js';
import { isS3Address } from '../../storage/index.js';

export interface PruneOutputsOptions {
  /** Minimum time since they were superseded. */
  readonly olderThanMs: number;
  /** Count without deleting. */
  readonly dryRun: boolean;
  /** Paths of files that readers of open tables may still use. */
  readonly retained?: ReadonlySet<string> | undefined;
}

export interface PrunedOutputs {
  /** Files that later ones replaced. */
  readonly superseded: number;
  /** Files of jobs that ended without committing them. */
  readonly orphans: number;
  readonly bytes: number;
  /** Uploads to buckets that died before they were complete. */
  readonly uploads: number;
}

const BATCH = 1_000;

/** Deletes files that no query sees. Current files are never deleted. */
export async function pruneOutputs(
  database: TenantDatabase,
  home: PipelineHome,
  options: PruneOutputsOptions,
): Promise<PrunedOutputs> {
  const superseded = await pruneSuperseded(database, home, options);
  if (!options.dryRun) await pruneSkipped(database, options.olderThanMs);
  const orphans = await findOrphans(database, home);
  if (!options.dryRun) await removeOutputs(home, orphans);
  const uploads = options.dryRun ? 0 : await abortDeadUploads(database, home);
  const orphanBytes = orphans.reduce((sum, { bytes }) => sum + bytes, 0);
  return { superseded: superseded.files, orphans: orphans.length, bytes: superseded.bytes + orphanBytes, uploads };
}

/** Longer than any upload of a living worker takes. */
const DEAD_MS = 86_400_000;

async function abortDeadUploads({ tenant }: TenantDatabase, home: PipelineHome): Promise<number> {
  if (!isS3Address(home.target)) return 0;
  return home.storages.at(home.target).abortUploads(tenantPrefix(tenant), { olderThanMs: DEAD_MS });
}

/** The skipped lines of superseded files are not needed longer than the files. */
async function pruneSkipped(database: TenantDatabase, olderThanMs: number): Promise<void> {
  await queryBuilder<PipelineSchema>(database)
    .deleteFrom('cf_skipped')
    .where('tenant', '=', database.tenant)
    .where('superseded_at', '<=', sql<number>`cf_now() - ${olderThanMs}`)
    .execute();
}

async function pruneSuperseded(
  database: TenantDatabase,
  home: PipelineHome,
  { olderThanMs, dryRun, retained = new Set() }: PruneOutputsOptions,
): Promise<{ files: number; bytes: number }> {
  let [files, bytes] = [0, 0];
  for (let after = ''; ;) {
    const found = await queryBuilder<PipelineSchema>(database)
      .selectFrom('cf_outputs')
      .select(['id', 'path', 'size_bytes'])
      .where('tenant', '=', database.tenant)
      .where('superseded_at', '<=', sql<number>`cf_now() - ${olderThanMs}`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const last = found.at(-1);
    if (last === undefined) return { files, bytes };
    after = last.id;
    const batch = found.filter(({ path }) => !retained.has(path));
    files += batch.length;
    bytes += batch.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
    if (dryRun || batch.length === 0) continue;
    const ids = batch.map(({ id }) => id);
    // Rows first: a listed file must exist. After a crash here, the unlisted file is an orphan and removed later.
    await database.transaction((tx) => unlist(tx, ids));
    // Several entries share a merged file: it is deleted with the last of them.
    const shared = await pathsInUse(database, [...new Set(batch.map(({ path }) => path).filter(isMergedPath))]);
    await removeOutputs(
      home,
      batch.filter(({ path }) => !shared.has(path)),
    );
  }
}

async function unlist(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await queryBuilder<PipelineSchema>(tx)
    .deleteFrom('cf_outputs')
    .where('tenant', '=', tx.tenant)
    .where('id', 'in', textsIn(tx.dialect, ids))
    .execute();
  const about = { aggregateType: 'outputs', aggregateId: tx.tenant };
  await recordEvent(tx, { ...about, eventType: 'outputs.pruned', payload: { outputs: ids.length } });
}
