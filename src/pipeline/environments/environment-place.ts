import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParserLanguage } from '../../bridge/index.js';
import type { PipelineHome } from '../home.js';

/** The folder of one lockfile's environment, and the files beside it. */
export interface EnvironmentPlace {
  readonly lockfileHash: string;
  /** Whole, or not there. */
  readonly folder: string;
  /** Also tells when the environment was last used: by its time of modification. */
  readonly manifest: string;
  /** Held while it is built or deleted. */
  readonly buildLock: string;
  /** Shared by the processes that run parsers in it. */
  readonly useLock: string;
  /** How the names of unfinished environments begin, in the same folder. */
  readonly draftPrefix: string;
}

export const MANIFEST_NAME = 'casparian-environment.json';

const HASH = /^[0-9a-f]{64}$/;

export function isLockfileHash(text: string): boolean {
  return HASH.test(text);
}

export function environmentPlace(home: PipelineHome, lockfileHash: string): EnvironmentPlace {
  assert(isLockfileHash(lockfileHash), `'${lockfileHash}' is no hash of a lockfile`);
  const folder = join(home.environments, lockfileHash);
  return {
    lockfileHash,
    folder,
    manifest: join(folder, MANIFEST_NAME),
    buildLock: `${folder}.lock`,
    useLock: `${folder}.use`,
    draftPrefix: `${lockfileHash}.draft-`,
  };
}

/** What a parser's run needs of an environment, and what therefore tells whether it is there. */
export function startingPoint(folder: string, language: ParserLanguage): string {
  if (language === 'node') return join(folder, 'node_modules');
  return process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
}

/** Follows links: one to an interpreter that was uninstalled leads nowhere. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
