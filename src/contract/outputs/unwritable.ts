import { dirname } from 'node:path';
import { CasparianError, errorMessage, hint, type Hint } from '../../platform/index.js';

/** Runs a file system operation; errors of the system become errors with what, why and next. */
export async function writable<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw unwritable(path, error);
  }
}

export function unwritable(path: string, error: unknown): Error {
  if (error instanceof CasparianError) return error;
  const code = systemCode(error);
  // An error that does not come from the operating system is a bug, and must not be reported as a full disk.
  if (code === null) return error instanceof Error ? error : new Error(errorMessage(error));
  const full = FULL[code];
  // The folder, not the file: many files of a run fail for this one cause, which is reported once.
  if (full !== undefined) {
    const message = `Cannot write to ${dirname(path)}: ${full}.`;
    const why = `The system reported ${code}. Nothing was left under the final name.`;
    return new CasparianError('OUTPUT_UNWRITABLE', message, {
      why,
      next: ['Free some space.', ELSEWHERE],
      cause: error,
    });
  }
  const [why, ...next] = REASONS[code] ?? [`The system reported: ${errorMessage(error)}.`, ELSEWHERE];
  return new CasparianError('OUTPUT_UNWRITABLE', `Cannot write ${path}.`, { why, next, cause: error });
}

function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

const ELSEWHERE = hint('Write to another folder with {}', { options: { out: 'DIR' } });

const FULL: Readonly<Record<string, string>> = { ENOSPC: 'the disk is full', EDQUOT: 'the disk quota is used up' };

const REASONS: Readonly<Record<string, readonly [why: string, ...next: Hint[]]>> = {
  EFBIG: ['The file would be larger than is allowed here (EFBIG).', 'Raise the limit (ulimit -f).', ELSEWHERE],
  EACCES: ['Permission to write there is missing (EACCES).', 'Change the permissions of the folder.', ELSEWHERE],
  EPERM: ['The operation is not permitted there (EPERM).', 'Change the owner of the file.', ELSEWHERE],
  EROFS: ['The file system is read-only (EROFS).', ELSEWHERE],
  ENOTDIR: ['A part of the path is a file, not a folder (ENOTDIR).', ELSEWHERE],
  EISDIR: ['A folder is in the way (EISDIR).', 'Move the folder away.', ELSEWHERE],
  EEXIST: ['A file is in the way of a folder (EEXIST).', 'Move the file away.', ELSEWHERE],
  ENOENT: ['The folder has disappeared (ENOENT).', 'Run the same command again.'],
  ENAMETOOLONG: ['The name is too long for this file system (ENAMETOOLONG).', 'Give the output a shorter name.'],
  EMFILE: [
    'Too many files are open (EMFILE).',
    'Raise the limit (ulimit -n).',
    hint('Or process fewer inputs at once with {}', { options: { jobs: 'N' } }),
  ],
};
