import { randomUUID } from 'node:crypto';
import { access, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CasparianError, errorMessage, hint } from '../../platform/index.js';

/** The file and the files that a database creates next to it while writing. */
export const JOURNALS = ['', '.wal', '.wal.checkpoint', '.wal.recovery', '-journal'];

/**
 * Lets the work write a file next to the target, and renames it to the target when it is complete and synced to disk.
 * The target is never incomplete, and an existing one is replaced in one step.
 */
export async function withStagedFile<T>(
  target: string,
  { force }: { force: boolean },
  work: (staged: string) => Promise<T>,
): Promise<T> {
  if (!(await exists(dirname(target)))) throw noFolder(target);
  if (!force && (await exists(target))) throw fileExists(target);
  const staged = join(dirname(target), `.${basename(target)}.${randomUUID().slice(0, 8)}.part`);
  try {
    const answer = await work(staged);
    await sync(staged);
    await rename(staged, target);
    return answer;
  } catch (error) {
    if (!isAbout(staged, error)) throw error;
    throw new CasparianError('OUTPUT_UNWRITABLE', `Cannot write ${target}`, {
      why: `The system reported: ${errorMessage(error)}.`,
      next: ['Choose another folder, or make room on the disk.'],
      cause: error,
    });
  } finally {
    for (const suffix of JOURNALS) await rm(staged + suffix, { force: true });
  }
}

/** Whether the error of the system or of DuckDB concerns the staged file. */
function isAbout(staged: string, error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || error.message.includes(staged));
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function noFolder(target: string): CasparianError {
  return new CasparianError('OUTPUT_UNWRITABLE', `Cannot write ${target}`, {
    why: `There is no folder ${dirname(target)}.`,
    next: [`Create it: mkdir -p '${dirname(target)}'`],
  });
}

function fileExists(target: string): CasparianError {
  return new CasparianError('FILE_EXISTS', `${target} already exists`, {
    why: 'Nothing was written.',
    next: [hint('Replace it', { options: { force: true } }), 'Or choose another name.'],
  });
}
