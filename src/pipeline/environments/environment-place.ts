import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParserLanguage } from '../../bridge/index.js';
import type { PipelineHome } from '../home.js';

/** The folder of one lockfile's environment, and the files beside it. */
export interface EnvironmentPlace {
  readonly lockfileHash: string;
  /** Complete or absent. */
  readonly folder: string;
  /** Its modification time is the last use of the environment. */
  readonly manifest: string;
  /** Held while it is built or deleted. */
  readonly buildLock: string;
  /** Shared by the processes that run parsers in it. */
  readonly useLock: string;
  /** The prefix of unfinished environments, in the same folder. */
  readonly draftPrefix: string;
}

export const MANIFEST_NAME = 'casparian-environment.json';

const HASH = /^[0-9a-f]{64}$/;

export function isLockfileHash(text: string): boolean {
  return HASH.test(text);
}

export function environmentPlace(home: PipelineHome, lockfileHash: string): EnvironmentPlace {
  assert(isLockfileHash(lockfileHash), `'${lockfileHash}' is not a hash of a lockfile`);
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

/** The file that a parser's run needs from an environment; if it exists, the environment exists. */
export function startingPoint(folder: string, language: ParserLanguage): string {
  if (language === 'node') return join(folder, 'node_modules');
  return process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
}

/** Follows links: a link to an uninstalled interpreter does not exist. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
