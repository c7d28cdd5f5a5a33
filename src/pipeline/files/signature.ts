import type { BigIntStats } from 'node:fs';

/** What the system reports about a file without reading it. An equal signature saves hashing; it does not prove equal content. */
export interface FileSignature {
  readonly sizeBytes: number;
  /** mtime and ctime, in microseconds: nanoseconds do not fit a JavaScript number. */
  readonly modifiedUs: number;
  readonly changedUs: number;
  /** Differs if the file was replaced by another one of the same name. */
  readonly inode: bigint;
}

/** The part that is stored in the table. */
export type RecordedSignature = Omit<FileSignature, 'inode'>;

export function signatureOf(stats: BigIntStats): FileSignature {
  return {
    sizeBytes: Number(stats.size),
    modifiedUs: Number(stats.mtimeNs / 1_000n),
    changedUs: Number(stats.ctimeNs / 1_000n),
    inode: stats.ino,
  };
}
