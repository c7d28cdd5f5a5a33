import { basename } from 'node:path';

/** Failures that most likely have one cause. */
export interface FailureGroup {
  readonly code: string;
  /** The message of the first failure. */
  readonly message: string;
  count: number;
  /** An example. */
  readonly example: { readonly jobId: string; readonly path: string };
}

export interface Failure {
  readonly jobId: string;
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Bounds the memory. */
const MAX_GROUPS = 1_000;

/** Groups failures by message. File names and numbers are ignored, because they differ from file to file. */
export function createFailureGroups(): { add(failure: Failure): void; list(): FailureGroup[] } {
  const groups = new Map<string, FailureGroup>();
  return {
    add: ({ jobId, path, code, message }) => {
      const common = message.replaceAll(path, '…').replaceAll(basename(path), '…').replace(/\d+/g, '#');
      const key = `${code} ${common}`;
      const group = groups.get(key);
      if (group) group.count++;
      else if (groups.size < MAX_GROUPS) groups.set(key, { code, message, count: 1, example: { jobId, path } });
    },
    list: () => [...groups.values()].sort((a, b) => b.count - a.count),
  };
}
