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
  try {
    // At once: most of the time is spent on waiting for the server.
    const held = await Promise.allSettled(
      paths.map(async (path) => {
        if (!isS3Address(path)) return path;
        const copy = await spool.hold(path, { signal });
        copies.push(copy);
        return copy.path;
      }),
    );
    const failed = held.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return await work(held.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
  } finally {
    await Promise.all(copies.map((copy) => copy.release()));
  }
}
