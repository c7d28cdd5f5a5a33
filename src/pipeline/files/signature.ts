import type { BigIntStats } from 'node:fs';

/** What the system reports about a file without reading it. An equal signature saves hashing; it does not prove equal content. */
export interface FileSignature {
  readonly sizeBytes: number;
  /** mtime and ctime, in microseconds: nanoseconds do not fit a JavaScript number. */
  readonly modifiedUs: number;
  readonly changedUs: number;
  /** Another file under the same name has another one. */
  readonly inode: bigint;
}

/** The part of it that the table holds. */
export type RecordedSignature = Omit<FileSignature, 'inode'>;

export function signatureOf(stats: BigIntStats): FileSignature {
  return {
    sizeBytes: Number(stats.size),
    modifiedUs: Number(stats.mtimeNs / 1_000n),
    changedUs: Number(stats.ctimeNs / 1_000n),
    inode: stats.ino,
  };
}
