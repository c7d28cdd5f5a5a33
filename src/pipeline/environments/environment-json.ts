import { isoTime } from '../../platform/index.js';
import type { EnvironmentManifest } from './environment-manifest.js';
import type { BuiltEnvironmentState } from './list-environments.js';
import type { VendorReport } from './vendor/vendor-parser.js';

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

export interface VendorJson {
  readonly parser: string;
  readonly source_hash: string;
  readonly lockfile_hash: string | null;
  readonly output: string;
  readonly bundle: string;
  readonly platform: string;
  readonly uv: string | null;
  readonly runtime: string | null;
  readonly packages: number;
  readonly size_bytes: number;
}

export function vendorJson(report: VendorReport, folder: string): VendorJson {
  return {
    parser: report.parser,
    source_hash: report.sourceHash,
    lockfile_hash: report.lockfileHash,
    output: folder,
    bundle: report.bundle,
    platform: report.platform,
    uv: report.uv?.version ?? null,
    runtime: report.environment?.runtime ?? null,
    packages: report.environment?.packages ?? 0,
    size_bytes: report.environment?.size_bytes ?? 0,
  };
}
