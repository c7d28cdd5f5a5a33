import { CasparianError, errorMessage, groupedBy } from '../../platform/index.js';
import type { StagedFile } from '../../parse/index.js';
import type { PipelineHome } from '../home.js';
import { outputPlace, registeredPath } from './output-address.js';
import { type OutputName, outputPath } from './output-path.js';

/** A file among the outputs that is not registered yet. */
export interface MovedOutput {
  readonly output: string;
  /** Relative to the `output` folder, or an address in a bucket. */
  readonly path: string;
  readonly format: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a job's staged files will be when they are moved. */
export function outputsOf(
  home: PipelineHome,
  staged: readonly StagedFile[],
  owner: Omit<OutputName, 'output'>,
): MovedOutput[] {
  return staged.map(({ output, rows, bytes, sha256 }) => {
    const path = registeredPath(home, outputPath({ ...owner, output }));
    return { output, path, format: owner.format, rows, bytes, sha256 };
  });
}

/** Moves a job's staged files to their final paths, durably: all or none. */
export async function moveOutputs(
  home: PipelineHome,
  staged: readonly StagedFile[],
  owner: Omit<OutputName, 'output'>,
  signal?: AbortSignal,
): Promise<MovedOutput[]> {
  const storage = home.storages.at(home.target);
  const moved = outputsOf(home, staged, owner);
  const moves = await Promise.allSettled(
    staged.map(({ path, output }) => storage.adopt(path, outputPath({ ...owner, output }), { signal })),
  );
  const failed = moves.find((move) => move.status === 'rejected');
  if (failed === undefined) return moved;
  await removeOutputs(
    home,
    moved.filter((_, index) => moves[index]?.status === 'fulfilled'),
  );
  throw unwritable(home, failed.reason);
}

/** Errors of buckets have their own codes. */
function unwritable({ target }: PipelineHome, error: unknown): unknown {
  if (error instanceof CasparianError) return error;
  return new CasparianError('OUTPUT_UNWRITABLE', `The output cannot be moved to ${target}`, {
    why: errorMessage(error),
    next: ['Check that the disk is not full and that the folder is writable.'],
    cause: error,
  });
}

/** Missing files are ignored. Files that cannot be removed are not registered, and pruned later. */
export async function removeOutputs(home: PipelineHome, outputs: readonly Pick<MovedOutput, 'path'>[]): Promise<void> {
  const places = groupedBy(
    outputs.map(({ path }) => outputPlace(home, path)),
    ({ storage }) => storage.root,
  );
  for (const group of places.values()) {
    const keys = group.map(({ key }) => key);
    await group[0]?.storage.remove(keys).catch(() => undefined);
  }
}
