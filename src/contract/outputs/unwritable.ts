import { CasparianError, errorMessage } from '../../platform/index.js';

/** Runs something that touches the file system; whatever the system refuses becomes an error with what, why and next. */
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
  // Anything the operating system did not say is a bug of ours, and must not be dressed up as a full disk.
  if (code === null) return error instanceof Error ? error : new Error(errorMessage(error));
  const [why, next] = REASONS[code] ?? [
    `The system answered ${errorMessage(error)}.`,
    'Write to another folder with --out.',
  ];
  return new CasparianError('OUTPUT_UNWRITABLE', `Cannot write ${path}.`, { why, next: [next], cause: error });
}

function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

const ELSEWHERE = 'Write to another folder with --out.';

const REASONS: Readonly<Record<string, readonly [why: string, next: string]>> = {
  ENOSPC: ['The disk is full (ENOSPC).', 'Free some space, or write to another disk with --out.'],
  EDQUOT: ['The disk quota is used up (EDQUOT).', 'Free some space, or write to another disk with --out.'],
  EFBIG: [
    'The file would be larger than is allowed here (EFBIG).',
    'Raise the limit (ulimit -f), or write elsewhere with --out.',
  ],
  EACCES: [
    'Permission to write there is missing (EACCES).',
    'Change the permissions of the folder, or write elsewhere with --out.',
  ],
  EPERM: [
    'The operation is not permitted there (EPERM).',
    'Change the owner of the file, or write elsewhere with --out.',
  ],
  EROFS: ['The file system is read-only (EROFS).', ELSEWHERE],
  ENOTDIR: ['A part of the path is a file, not a folder (ENOTDIR).', ELSEWHERE],
  EISDIR: ['A folder is in the way (EISDIR).', 'Move the folder away, or write elsewhere with --out.'],
  EEXIST: ['A file is in the way of a folder (EEXIST).', 'Move the file away, or write elsewhere with --out.'],
  ENOENT: ['The folder has disappeared (ENOENT).', 'Run the same command again.'],
  ENAMETOOLONG: ['The name is too long for this file system (ENAMETOOLONG).', 'Give the output a shorter name.'],
  EMFILE: [
    'Too many files are open (EMFILE).',
    'Raise the limit (ulimit -n), or process fewer inputs at once with --jobs.',
  ],
};
