import { accessSync, type BigIntStats, constants, statSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { CasparianError, errorMessage } from '../../platform/index.js';
import { isS3Address } from '../../storage/index.js';
import { hashFile } from '../files/hash-file.js';
import { isInLocalFolder, isOnLocalDisk } from '../files/local-disk.js';
import { type FileSignature, signatureOf, signatureOfObject } from '../files/signature.js';
import type { Spool } from '../spool/spool.js';
import type { RecordedFile } from './file-ledger.js';

/** The file at the moment the parser starts to read it. */
export interface JobInput {
  /** The path or address that the file is known by. */
  readonly path: string;
  /** Where to read it: the same path, or a copy of the object. */
  readonly localPath: string;
  readonly signature: FileSignature;
  readonly contentHash: string;
  /** The signature if it differs from the last scan; otherwise null. */
  readonly renewed: FileSignature | null;
  /** The signature now; fails or returns undefined if the file is gone. */
  readonly look: () => Promise<FileSignature | undefined>;
  /** Removes the copy of an object. */
  release(): Promise<void>;
}

export interface InputRequest {
  readonly path: string;
  readonly recorded: RecordedFile | undefined;
  readonly spool: Spool;
  readonly signal: AbortSignal;
}

/** The content is hashed again if the signature differs from the one that the scan recorded. */
export async function inputOfJob(request: InputRequest): Promise<JobInput> {
  const { path, recorded, signal } = request;
  if (isS3Address(path)) return inputInBucket(request);
  return readable(path, async () => {
    const stats = await statsOf(path, isInLocalFolder(path));
    const signature = signatureOfFile(path, stats);
    const isLocal = await isOnLocalDisk(path, stats.dev);
    if (isLocal) accessSync(path, constants.R_OK);
    else await access(path, constants.R_OK);
    const isKnown = recorded !== undefined && looksAsRecorded(signature, recorded);
    return {
      ...{ path, localPath: path, signature },
      contentHash: isKnown ? recorded.hash : await hashFile(path, signal),
      renewed: isKnown ? null : signature,
      look: async () => signatureOfFile(path, await statsOf(path, isLocal)),
      release: () => Promise.resolve(),
    };
  });
}

/** The copy is of one version: the ETag is a condition of the download, and compared again before the commit. */
async function inputInBucket({ path, recorded, spool, signal }: InputRequest): Promise<JobInput> {
  const copy = await spool.hold(path, { signal }).catch((error: unknown) => {
    throw error instanceof CasparianError && error.code === 'STORAGE_FILE_NOT_FOUND' ? notFound(path, error) : error;
  });
  const signature = signatureOfObject(copy.version);
  const isKnown = recorded?.hash === copy.hash && looksAsRecorded(signature, recorded);
  const { storage, key } = spool.storages.locate(path);
  return {
    ...{ path, localPath: copy.path, signature, contentHash: copy.hash },
    renewed: isKnown ? null : signature,
    look: async () => {
      const found = await storage.find(key, { signal });
      return found && signatureOfObject(found);
    },
    release: () => copy.release(),
  };
}

/**
 * Called when the parser has ended, with or without error: a result from a file that changed meanwhile is meaningless.
 */
export async function requireUnchanged({ path, signature, look }: JobInput): Promise<void> {
  const now = await look().catch((error: unknown) => {
    // A server that cannot be reached says nothing about the file.
    if (isS3Address(path)) throw error;
    return undefined;
  });
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
  // A copy does not change.
  if (input.localPath !== input.path) return read(signal);
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
  if (now.inode !== before.inode || now.isObject === true) return 'was replaced';
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

/** In this thread for a file on a local disk. */
function statsOf(path: string, isLocal: boolean): BigIntStats | Promise<BigIntStats> {
  return isLocal ? statSync(path, { bigint: true }) : stat(path, { bigint: true });
}

function signatureOfFile(path: string, stats: BigIntStats): FileSignature {
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
      throw notFound(path, error);
    }
    throw new CasparianError('INPUT_UNREADABLE', `'${path}' cannot be read`, {
      why: code === 'EACCES' ? 'The worker has no permission to read it.' : errorMessage(error),
      next: code === 'EACCES' ? [`See the permissions: ls -l '${path}'`] : [],
      cause: error,
    });
  }
}

function notFound(path: string, cause: unknown): CasparianError {
  return new CasparianError('INPUT_NOT_FOUND', `There is no file '${path}'`, {
    why: 'It existed when its folder was scanned.',
    next: ['When it exists again, scan its folder.'],
    cause,
  });
}
