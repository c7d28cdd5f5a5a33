import { isoTime } from '../../platform/index.js';
import type { EnvironmentManifest } from './environment-manifest.js';
import type { BuiltEnvironmentState } from './list-environments.js';

export interface EnvironmentJson {
  readonly lockfile_hash: string;
  readonly path: string;
  readonly language: EnvironmentManifest['language'] | null;
  readonly runtime: string | null;
  readonly packages: EnvironmentManifest['packages'];
  readonly size_bytes: number | null;
  readonly built_at: string | null;
  readonly last_used_at: string | null;
  readonly parsers: readonly string[];
}

export function environmentJson({ place, manifest, lastUsedAt, parsers }: BuiltEnvironmentState): EnvironmentJson {
  return {
    lockfile_hash: place.lockfileHash,
    path: place.folder,
    language: manifest?.language ?? null,
    runtime: manifest?.runtime ?? null,
    packages: manifest?.packages ?? [],
    size_bytes: manifest?.size_bytes ?? null,
    built_at: manifest?.built_at ?? null,
    last_used_at: isoTime(lastUsedAt),
    parsers,
  };
}

export interface PrunedEnvironmentsJson {
  readonly pruned: readonly string[];
  readonly in_use: readonly string[];
  readonly size_bytes: number;
  readonly dry_run: boolean;
}

export function prunedEnvironmentsJson(
  { pruned, inUse }: { pruned: readonly BuiltEnvironmentState[]; inUse: readonly BuiltEnvironmentState[] },
  { dryRun }: { dryRun: boolean },
): PrunedEnvironmentsJson {
  const hashes = (states: readonly BuiltEnvironmentState[]): string[] => states.map(({ place }) => place.lockfileHash);
  const bytes = pruned.reduce((sum, { manifest }) => sum + (manifest?.size_bytes ?? 0), 0);
  return { pruned: hashes(pruned), in_use: hashes(inUse), size_bytes: bytes, dry_run: dryRun };
}
