import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CasparianError } from '../../platform/index.js';
import type { WantedEnvironment } from './environment-options.js';

const FILES = { python: ['pyproject.toml', 'uv.lock'], node: ['package.json', 'package-lock.json'] } as const;

/**
 * Makes a private copy of the files that declare the packages, so that no tool writes into the bundle. The first of the
 * two must exist: otherwise `uv` and `npm` would look for it in parent folders, and find another project's.
 */
export async function copyLockfiles(
  { parser, directory, language }: WantedEnvironment,
  project: string,
): Promise<void> {
  await mkdir(project, { recursive: true });
  for (const name of FILES[language]) {
    await copyFile(join(directory, name), join(project, name)).catch((error: unknown) => {
      throw new CasparianError('ENVIRONMENT_FAILED', `Failed to create environment for parser '${parser}'`, {
        why: `${name} is not in its bundle, or cannot be read.`,
        next: [`Put ${FILES[language].join(' and ')} beside the parser and register it again.`],
        retryable: false,
        cause: error,
      });
    });
  }
}
