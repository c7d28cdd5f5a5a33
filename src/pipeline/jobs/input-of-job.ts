import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { CasparianError, errorMessage } from '../../platform/index.js';
import { hashFile } from '../files/hash-file.js';
import { type FileSignature, signatureOf } from '../files/signature.js';
import type { RecordedFile } from './file-ledger.js';

/** The file at the moment the parser starts to read it. */
export interface JobInput {
  readonly path: string;
  readonly signature: FileSignature;
  readonly contentHash: string;
  /** The signature if it differs from the last scan; otherwise null. */
  readonly renewed: FileSignature | null;
}

/** The content is hashed again if the signature differs from the one that the scan recorded. */
export async function inputOfJob(
  path: string,
  recorded: RecordedFile | undefined,
  signal: AbortSignal,
): Promise<JobInput> {
  return readable(path, async () => {
    const signature = await signatureAt(path);
    await access(path, constants.R_OK);
    if (recorded !== undefined && looksAsRecorded(signature, recorded)) {
      return { path, signature, contentHash: recorded.hash, renewed: null };
    }
    return { path, signature, contentHash: await hashFile(path, signal), renewed: signature };
  });
}

/**
 * Called when the parser has ended, with or without error: a result from a file that changed meanwhile is meaningless.
 */
export async function requireUnchanged({ path, signature }: JobInput): Promise<void> {
  const now = await signatureAt(path).catch(() => undefined);
  if (now !== undefined && isSame(now, signature)) return;
  throw new CasparianError('INPUT_CHANGED', `'${path}' ${howItChanged(now, signature)} while it was read`, {
    why: 'Its rows cannot be trusted, so none were written.',
    next: ['It will be read again soon. Move complete files into the folder instead of writing them there.'],
    phase: 'Input',
  });
}

/** How often a file is checked for changes while it is read. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Runs the work and aborts it once the file changes: a file that is still being written may never end. The caller then
 * learns the reason from `requireUnchanged`.
 */
export async function whileUnchanged<T>(
  input: JobInput,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const changed = new AbortController();
  const look = (): void => void requireUnchanged(input).catch((reason: unknown) => changed.abort(reason));
  const timer = setInterval(look, LOOK_AGAIN_MS);
  try {
    return await read(AbortSignal.any([signal, changed.signal]));
  } finally {
    clearInterval(timer);
  }
}

function howItChanged(now: FileSignature | undefined, before: FileSignature): string {
  if (now === undefined) return 'vanished';
  if (now.inode !== before.inode) return 'was replaced';
  return now.sizeBytes > before.sizeBytes ? 'grew' : 'changed';
}

function isSame(one: FileSignature, other: FileSignature): boolean {
  return (
    one.sizeBytes === other.sizeBytes &&
    one.modifiedUs === other.modifiedUs &&
    one.changedUs === other.changedUs &&
    one.inode === other.inode
  );
}

function looksAsRecorded(signature: FileSignature, { size_bytes, modified_us, changed_us }: RecordedFile): boolean {
  const { sizeBytes, modifiedUs, changedUs } = signature;
  return sizeBytes === size_bytes && modifiedUs === modified_us && changedUs === changed_us;
}

async function signatureAt(path: string): Promise<FileSignature> {
  const stats = await stat(path, { bigint: true });
  // A pipe would block the parser forever.
  if (!stats.isFile()) throw new CasparianError('INPUT_UNREADABLE', `'${path}' is no file`);
  return signatureOf(stats);
}

async function readable<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof CasparianError || code === undefined) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new CasparianError('INPUT_NOT_FOUND', `There is no file '${path}'`, {
        why: 'It existed when its folder was scanned.',
        next: ['When it exists again, scan its folder.'],
        cause: error,
      });
    }
    throw new CasparianError('INPUT_UNREADABLE', `'${path}' cannot be read`, {
      why: code === 'EACCES' ? 'The worker has no permission to read it.' : errorMessage(error),
      next: code === 'EACCES' ? [`See the permissions: ls -l '${path}'`] : [],
      cause: error,
    });
  }
}
