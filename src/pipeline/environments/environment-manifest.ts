import { readFile, writeFile } from 'node:fs/promises';
import type { ParserLanguage } from '../../bridge/index.js';

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
}

/** Describes an environment. Written last: an environment without it is incomplete. */
export interface EnvironmentManifest {
  readonly lockfile_hash: string;
  readonly language: ParserLanguage;
  /** The version of Python or Node. */
  readonly runtime: string;
  readonly packages: readonly InstalledPackage[];
  readonly size_bytes: number;
  /** ISO 8601. */
  readonly built_at: string;
}

/** Undefined if it is missing or unreadable: the environment is then built again. */
export async function readManifest(path: string): Promise<EnvironmentManifest | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as EnvironmentManifest;
  } catch {
    return undefined;
  }
}

export async function writeManifest(path: string, manifest: EnvironmentManifest): Promise<void> {
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`);
}
