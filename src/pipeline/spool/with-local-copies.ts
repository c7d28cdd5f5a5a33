import { isS3Address } from '../../storage/index.js';
import type { HeldCopy, Spool } from './spool.js';

/** Runs the work with a local path for each file: its own, or that of a copy, which is removed at the end. */
export async function withLocalCopies<T>(
  spool: Spool,
  paths: readonly string[],
  signal: AbortSignal | undefined,
  work: (local: readonly string[]) => Promise<T>,
): Promise<T> {
  const copies: HeldCopy[] = [];
  const local: string[] = [];
  try {
    for (const path of paths) {
      if (!isS3Address(path)) local.push(path);
      else {
        const copy = await spool.hold(path, { signal });
        copies.push(copy);
        local.push(copy.path);
      }
    }
    return await work(local);
  } finally {
    await Promise.all(copies.map((copy) => copy.release()));
  }
}
