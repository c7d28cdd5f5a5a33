export interface ScanRequest {
  /** A folder, or one file. */
  readonly root: string;
  /** Topics that every file found is given, besides those it has. */
  readonly tags: readonly string[];
  /** Only files that match one of these; all files if the list is empty. */
  readonly patterns: readonly string[];
  readonly ignore: readonly string[];
  /** Hash what looks unchanged too. */
  readonly rehash: boolean;
  /** Absolute paths: look at these alone. */
  readonly only?: readonly string[] | undefined;
  /** Never looked into: the home, whose files are ours. */
  readonly home?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
}

export interface ScanProgress {
  readonly discovered: number;
  readonly bytesHashed: number;
}

export interface ScanReport {
  /** All files seen. */
  readonly discovered: number;
  readonly unchanged: number;
  /** New ones, and those with other content. */
  readonly changed: number;
  /** Known ones that were not found any more. */
  readonly missing: number;
  readonly bytesHashed: number;
  readonly problems: readonly ScanProblem[];
}

/** What could not be looked at, and why. The rest was. */
export interface ScanProblem {
  readonly path: string;
  readonly message: string;
}
