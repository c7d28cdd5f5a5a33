import { mkdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CasparianError, errorMessage } from '../../platform/index.js';
import type { StagedFile } from '../../parse/index.js';
import type { PipelineHome } from '../home.js';
import { type OutputName, outputPath } from './output-path.js';
import { syncFolder } from '../../storage/index.js';

/** A file in the home's `output` folder that is not registered yet. */
export interface MovedOutput {
  readonly output: string;
  /** Relative to the `output` folder. */
  readonly path: string;
  readonly format: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Moves a job's staged files, which are already synced, to their final paths: all or none. */
export async function moveOutputs(
  home: PipelineHome,
  staged: readonly StagedFile[],
  owner: Omit<OutputName, 'output'>,
): Promise<MovedOutput[]> {
  const moved = staged.map(({ output, rows, bytes, sha256 }) => {
    const path = outputPath({ ...owner, output });
    return { output, path, format: owner.format, rows, bytes, sha256 };
  });
  try {
    await Promise.all(staged.map(({ path }, index) => move(path, join(home.output, moved[index]?.path ?? ''))));
    const folders = new Set(moved.map(({ path }) => join(home.output, dirname(path))));
    await Promise.all([...folders].map(syncFolder));
    return moved;
  } catch (error) {
    await removeOutputs(home, moved);
    throw new CasparianError('OUTPUT_UNWRITABLE', `The output cannot be moved to ${home.output}`, {
      why: errorMessage(error),
      next: ['Check that the disk is not full and that the folder is writable.'],
      cause: error,
    });
  }
}

/** Missing files are ignored. Files that cannot be removed are not registered, and pruned later. */
export async function removeOutputs(home: PipelineHome, outputs: readonly Pick<MovedOutput, 'path'>[]): Promise<void> {
  await Promise.all(outputs.map(({ path }) => unlink(join(home.output, path)).catch(() => undefined)));
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await makeFolder(dirname(to));
    await rename(from, to);
  }
}

/** The names of new folders must be synced too. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  for (let made = folder; first !== undefined && made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}
