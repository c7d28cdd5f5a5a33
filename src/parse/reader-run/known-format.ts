import { statSync } from 'node:fs';
import type { FileFormat, FormatOptions } from '../../tables/index.js';

/** How a file is read, and the state of the file that this was found out of. */
export interface KnownFormat extends FileState {
  readonly format: FileFormat;
}

interface FileState {
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** Taken before the file is read, so that a later change is noticed. Null if there is no such file. */
export function stateOf(path: string): FileState | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : { bytes: stats.size, modifiedMs: stats.mtimeMs };
}

/**
 * Detecting the format of a small file takes longer than reading it. Null if the format must be detected again: formats
 * other than delimited text, and several tables, whose last line may be infinite, which JSON cannot express.
 */
export function knownFormat(state: FileState | null, format: FileFormat): KnownFormat | null {
  if (state === null || format.kind !== 'delimited' || (format.dialect.otherTables ?? []).length > 0) return null;
  return { ...state, format };
}

/** The format, if the file did not change and nothing else is given than what was found. */
export function reusedFormat(path: string, known: KnownFormat | undefined, given: FormatOptions): FileFormat | null {
  if (known?.format.kind !== 'delimited') return null;
  const { headerLines = known.format.dialect.headerLines, ...others } = given;
  if (headerLines !== known.format.dialect.headerLines) return null;
  if (Object.values(others).some((option) => option !== undefined)) return null;
  const state = stateOf(path);
  return state?.bytes === known.bytes && state.modifiedMs === known.modifiedMs ? known.format : null;
}
