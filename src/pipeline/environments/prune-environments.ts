import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Executor, tryFileLock } from '../../database/index.js';
import type { PipelineHome } from '../home.js';
import { sweepDrafts } from './build-environment.js';
import { type BuiltEnvironmentState, listEnvironments } from './list-environments.js';

export interface PruneRequest {
  /** Only environments that were not used for this long. */
  readonly olderThanMs: number | undefined;
  /** Also environments that registered parsers run in: they are built again when needed. */
  readonly all: boolean;
  readonly dryRun: boolean;
}

export interface PruneReport {
  /** Deleted, or to be deleted in a dry run. */
  readonly pruned: readonly BuiltEnvironmentState[];
  /** Not deleted, because a process is building them or running parsers in them. */
  readonly inUse: readonly BuiltEnvironmentState[];
}

/** Deletes the environments that no registered parser needs, except those being built or used. */
export async function pruneEnvironments(
  database: Executor,
  home: PipelineHome,
  { olderThanMs = 0, all, dryRun }: PruneRequest,
): Promise<PruneReport> {
  const usedBefore = Date.now() - olderThanMs;
  const candidates = (await listEnvironments(database, home)).filter(
    ({ parsers, lastUsedAt }) => (all || parsers.length === 0) && lastUsedAt <= usedBefore,
  );
  const pruned: BuiltEnvironmentState[] = [];
  const inUse: BuiltEnvironmentState[] = [];
  for (const candidate of candidates) {
    const isFree = await whileUnused(candidate, () => (dryRun ? Promise.resolve() : remove(candidate)));
    (isFree ? pruned : inUse).push(candidate);
  }
  return { pruned, inUse };
}

/** Runs the work with both locks held. Returns whether the locks were acquired. */
async function whileUnused({ place }: BuiltEnvironmentState, work: () => Promise<void>): Promise<boolean> {
  const build = tryFileLock(place.buildLock);
  const use = build && tryFileLock(place.useLock);
  try {
    if (use === undefined) return false;
    await work();
    return true;
  } finally {
    use?.release();
    build?.release();
  }
}

/** Renamed first, so that a partly deleted folder is never used as an environment. */
async function remove({ place }: BuiltEnvironmentState): Promise<void> {
  const aside = join(dirname(place.folder), `${place.draftPrefix}${randomUUID().slice(0, 8)}`);
  await rename(place.folder, aside);
  await rm(aside, { recursive: true, force: true });
  await sweepDrafts(place);
}
