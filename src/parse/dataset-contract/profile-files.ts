import { CasparianError } from '../../platform/index.js';
import { inspectTable } from '../reader-run/inspect-table.js';
import { type EvidenceJson, evidenceJson, evidenceOf } from './evidence.js';

/** Files whose columns and values are wanted, as JSON for another process. */
export interface ProfileTask {
  readonly kind: 'profile';
  readonly paths: readonly string[];
  /** Reads only so many rows of each file; all if absent. */
  readonly maxRows?: number;
  /** From the contract, if there is one. */
  readonly headerLines?: number;
}

export interface ProfiledFile {
  readonly path: string;
  /** Null if the file is not a table, or has no rows. */
  readonly evidence: EvidenceJson | null;
}

const NEVER = new AbortController().signal;

/** Profiles files one after the other. A file that cannot be read says nothing about the contract; its job fails. */
export async function profileFiles({ paths, maxRows, headerLines }: ProfileTask): Promise<ProfiledFile[]> {
  const sample = maxRows === undefined ? {} : { maxRows };
  const profiled: ProfiledFile[] = [];
  for (const path of paths) {
    const input = { name: path, path, bytes: undefined };
    const options = { format: { headerLines }, types: new Map<string, never>(), signal: NEVER, ...sample };
    const found = await inspectTable(input, options).catch((error: unknown) => {
      if (error instanceof CasparianError) return null;
      throw error;
    });
    const isEmpty = found === null || found.seen.rows === 0;
    profiled.push({ path, evidence: isEmpty ? null : evidenceJson(evidenceOf(found)) });
  }
  return profiled;
}
