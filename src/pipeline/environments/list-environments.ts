import { readdir, stat } from 'node:fs/promises';
import type { Executor } from '../../database/index.js';
import { parsersWithLockfile } from '../across-tenants.js';
import type { PipelineHome } from '../home.js';
import { type EnvironmentManifest, readManifest } from './environment-manifest.js';
import { type EnvironmentPlace, environmentPlace, isLockfileHash } from './environment-place.js';

export interface BuiltEnvironmentState {
  readonly place: EnvironmentPlace;
  /** Undefined if the environment is broken. It is built again when needed. */
  readonly manifest: EnvironmentManifest | undefined;
  /** Exact to the hour. */
  readonly lastUsedAt: number;
  /** The registered parsers that run in it, as `name vVersion`. */
  readonly parsers: readonly string[];
}

/**
 * The environments of this home, the most recently used first. They are caches by lockfile content that the parsers of
 * all tenants share, so this counts the parsers of every tenant.
 */
export async function listEnvironments(database: Executor, home: PipelineHome): Promise<BuiltEnvironmentState[]> {
  const names = (await readdir(home.environments).catch(() => [])).filter(isLockfileHash);
  const registered = await parsersWithLockfile(database);
  const states = names.map(async (lockfileHash) => {
    const place = environmentPlace(home, lockfileHash);
    const users = registered.filter((parser) => parser.lockfile_hash === lockfileHash);
    return {
      place,
      manifest: await readManifest(place.manifest),
      lastUsedAt: await modifiedAt(place),
      parsers: users.map(({ name, version }) => `${name} v${version}`),
    };
  });
  return (await Promise.all(states)).sort((a, b) => b.lastUsedAt - a.lastUsedAt);
}

async function modifiedAt({ manifest, folder }: EnvironmentPlace): Promise<number> {
  const stats = await stat(manifest).catch(() => stat(folder).catch(() => undefined));
  return stats === undefined ? 0 : Math.floor(stats.mtimeMs);
}
