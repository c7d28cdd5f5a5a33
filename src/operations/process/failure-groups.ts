import { basename } from 'node:path';

/** Failures that have one cause, as far as their words tell. */
export interface FailureGroup {
  readonly code: string;
  /** Of the first of them. */
  readonly message: string;
  count: number;
  /** One to look at. */
  readonly example: { readonly jobId: string; readonly path: string };
}

export interface Failure {
  readonly jobId: string;
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** More kinds of failures than this are more than anybody reads; memory stays bounded. */
const MAX_GROUPS = 1_000;

/** Groups failures by their words, but for what differs from file to file: its name, and numbers. */
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
