import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { StoredFile } from '../../storage/index.js';

/** What the system reports about a file without reading it. An equal signature saves hashing; it does not prove equal content. */
export interface FileSignature {
  readonly sizeBytes: number;
  /** mtime and ctime, in microseconds: nanoseconds do not fit a JavaScript number. */
  readonly modifiedUs: number;
  readonly changedUs: number;
  /** Differs if the file was replaced by another one of the same name. */
  readonly inode: bigint;
  /** The file is in a bucket. */
  readonly isObject?: boolean;
}

/** The part that is stored in the table. */
export type RecordedSignature = Omit<FileSignature, 'inode' | 'isObject'>;

export function signatureOf(stats: BigIntStats): FileSignature {
  return {
    sizeBytes: Number(stats.size),
    modifiedUs: Number(stats.mtimeNs / 1_000n),
    changedUs: Number(stats.ctimeNs / 1_000n),
    inode: stats.ino,
  };
}

/** Hex digits of the hash of an ETag that a JavaScript number holds exactly. */
const ETAG_DIGITS = 12;

/** An object has no ctime. Its ETag serves the same purpose: it changes with every change. */
export function signatureOfObject({ sizeBytes, modifiedMs, etag }: StoredFile): FileSignature {
  const digits = createHash('sha256').update(etag).digest('hex').slice(0, ETAG_DIGITS);
  return {
    ...{ sizeBytes, modifiedUs: Math.floor(modifiedMs / 1_000) * 1_000_000, changedUs: parseInt(digits, 16) },
    ...{ inode: 0n, isObject: true },
  };
}
