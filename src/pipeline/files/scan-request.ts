import type { Spool } from '../spool/spool.js';

export interface ScanRequest {
  /** A folder, or one file; or an address in a bucket. */
  readonly root: string;
  /** Topics that every found file gets, in addition to its own. */
  readonly tags: readonly string[];
  /** Only files that match one of these; all files if the list is empty. */
  readonly patterns: readonly string[];
  readonly ignore: readonly string[];
  /** Also hash files that look unchanged. */
  readonly rehash: boolean;
  /** Absolute paths: scan only these. */
  readonly only?: readonly string[] | undefined;
  /** Never scanned: the home contains our own files. */
  readonly home?: string | undefined;
  /** Whether a prefix of a bucket may have no files yet. */
  readonly mayBeEmpty?: boolean | undefined;
  /** Needed for buckets. */
  readonly spool?: Spool | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
}

export interface ScanProgress {
  readonly discovered: number;
  readonly bytesHashed: number;
}

export interface ScanReport {
  /** All files found. */
  readonly discovered: number;
  readonly unchanged: number;
  /** New files, and files with other content. */
  readonly changed: number;
  /** Known files that no longer exist. */
  readonly missing: number;
  readonly bytesHashed: number;
  readonly problems: readonly ScanProblem[];
}

/** A path that could not be read, and why. The rest was scanned. */
export interface ScanProblem {
  readonly path: string;
  readonly message: string;
}
