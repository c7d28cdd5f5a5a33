import { errorMessage } from '../../platform/index.js';
import { hashFile } from './hash-file.js';
import { createHashThreads, HASH_THREADS, type HashResult, type HashThreads } from './hash-threads.js';
import type { FileSignature } from './signature.js';

/** The signature is taken before the file is read. */
export interface SignedFile {
  readonly path: string;
  readonly signature: FileSignature;
}

/** Hashes files while the walk that finds them goes on. */
export interface Hashing {
  readonly add: (file: SignedFile) => void;
  /** The caller should wait before it adds more. */
  readonly isFull: () => boolean;
  /** Sends the last incomplete batch. */
  readonly flush: () => void;
  readonly isBusy: () => boolean;
  /** Resolves when more files are hashed. Rejects if hashing itself is broken. */
  readonly next: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export type OnHashed = (file: SignedFile, result: HashResult) => void;

/** A batch is large enough to be worth a message to another thread, and small enough to share the work evenly. */
const BATCH_FILES = 256;
const BATCH_BYTES = 16_777_216;

export function createHashing(onHashed: OnHashed, signal: AbortSignal | undefined): Hashing {
  let batch: SignedFile[] = [];
  let batchBytes = 0;
  let threads: HashThreads | undefined;
  let failure: unknown;
  const underWay = new Set<Promise<void>>();
  const send = (hashed: (files: SignedFile[]) => Promise<readonly HashResult[]>): void => {
    const files = batch;
    batch = [];
    batchBytes = 0;
    const work = hashed(files)
      .then((results) => results.forEach((result, index) => onHashed(files[index] as SignedFile, result)))
      .catch((error: unknown) => void (failure ??= error))
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };
  const sendToThreads = (): void => {
    const { hash } = (threads ??= createHashThreads());
    send((files) => hash(files.map(({ path }) => path)));
  };
  return {
    add: (file) => {
      batch.push(file);
      batchBytes += file.signature.sizeBytes;
      if (batch.length >= BATCH_FILES || batchBytes >= BATCH_BYTES) sendToThreads();
    },
    isFull: () => underWay.size >= 2 * HASH_THREADS,
    flush: () => {
      if (batch.length === 0) return;
      if (threads) sendToThreads();
      // For so few files, starting a thread would take longer than hashing them.
      else send((files) => hashedHere(files, signal));
    },
    isBusy: () => underWay.size > 0,
    next: async () => {
      await Promise.race(underWay);
      if (failure) throw failure as Error;
    },
    close: async () => threads?.close(),
  };
}

async function hashedHere(files: readonly SignedFile[], signal: AbortSignal | undefined): Promise<HashResult[]> {
  const results: HashResult[] = [];
  for (const { path } of files) results.push(await hashHere(path, signal));
  return results;
}

async function hashHere(path: string, signal: AbortSignal | undefined): Promise<HashResult> {
  try {
    return { hash: await hashFile(path, signal) };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { code: (error as NodeJS.ErrnoException).code ?? '', message: errorMessage(error) };
  }
}
