import { CasparianError } from '../../platform/index.js';
import { createFormatDetector, type UnpackLimits } from '../../tables/index.js';
import { readSmallFile } from '../inputs/read-small-file.js';
import { profileTable } from '../reader-run/inspect-table.js';
import { type KnownFormat, knownFormat, stateOf } from '../reader-run/known-format.js';
import { type EvidenceJson, evidenceJson, evidenceOf } from './evidence.js';

/** Files whose columns and values are wanted, as JSON for another process. */
export interface ProfileTask {
  readonly kind: 'profile';
  readonly paths: readonly string[];
  /** What the files are called; their paths by default. */
  readonly names?: readonly string[];
  /** Reads only so many rows of each file; all if absent. */
  readonly maxRows?: number;
  /** From the contract, if there is one. */
  readonly headerLines?: number;
  /** How much the file may unpack to; the default if absent. */
  readonly unpackLimits?: UnpackLimits | undefined;
}

export interface ProfiledFile {
  /** What the file is called. */
  readonly path: string;
  /** Null if the file is not a table, or has no rows. */
  readonly evidence: EvidenceJson | null;
  /** How the file is read, so that its format need not be detected again; absent if it must be. */
  readonly known?: KnownFormat;
}

const NEVER = new AbortController().signal;

/** Profiles files one after the other. A file that cannot be read says nothing about the contract; its job fails. */
export async function profileFiles({
  paths,
  names = paths,
  maxRows,
  headerLines,
  unpackLimits,
}: ProfileTask): Promise<ProfiledFile[]> {
  const sample = maxRows === undefined ? {} : { maxRows };
  const profiled: ProfiledFile[] = [];
  const detect = createFormatDetector();
  for (const [index, path] of paths.entries()) {
    const name = names[index] ?? path;
    const state = stateOf(path);
    // In a process that does nothing else.
    const input = readSmallFile({ name, path, bytes: undefined, unpackLimits });
    const options = { format: { headerLines }, types: new Map<string, never>(), signal: NEVER, ...sample };
    const found = await profileTable(input, options, detect).catch((error: unknown) => {
      if (error instanceof CasparianError) return null;
      throw error;
    });
    const isEmpty = found === null || found.seen.rows === 0;
    const known = isEmpty ? null : knownFormat(state, found.format);
    profiled.push({
      path: name,
      evidence: isEmpty ? null : evidenceJson(evidenceOf(found)),
      ...(known === null ? {} : { known }),
    });
  }
  return profiled;
}
