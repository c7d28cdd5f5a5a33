import { posix } from 'node:path';
import { isMergedPath, parseOutputFileName } from '../../pipeline/index.js';
import type { PlacedOutput } from '../catalog/placed-outputs.js';
import { grouped } from '../views/grouped.js';
import { hashOf } from './delta-schema.js';
import type { Add } from './log/actions.js';

/** The current rows in one output file. */
export interface SourceFile {
  readonly path: string;
  /** More than one for a merged file. */
  readonly entries: readonly PlacedOutput[];
  readonly rows: number;
}

export const COPY_PREFIX = 'delta-';

export function sourceFiles(outputs: readonly PlacedOutput[]): SourceFile[] {
  return Array.from(
    grouped(outputs, ({ path }) => path),
    ([path, entries]) => ({
      ...{ path, entries, rows: entries.reduce((sum, { rows }) => sum + rows, 0) },
    }),
  );
}

/** Whether a file of the table was added by us. Other writers use other names. */
export function isOurs(path: string): boolean {
  return path.startsWith(COPY_PREFIX) || isMergedPath(path) || parseOutputFileName(path) !== undefined;
}

/** The beginning of the name of a copy of these rows. It changes if rows are superseded or the types of the table change. */
export function copyPrefix({ path, entries }: SourceFile, epoch: string): string {
  const jobs = entries.map(({ jobId }) => jobId).sort();
  return `${COPY_PREFIX}${hashOf(path, epoch, ...jobs)}-`;
}

/** Finds the file of the table with the rows of an output file. */
export function publishedFiles(
  adds: ReadonlyMap<string, Add>,
  epoch: string,
): (file: SourceFile) => string | undefined {
  const copies = new Map<string, string>();
  for (const path of adds.keys()) {
    if (path.startsWith(COPY_PREFIX)) copies.set(path.slice(0, path.lastIndexOf('-') + 1), path);
  }
  return (file) => {
    const name = posix.basename(file.path);
    const itself = adds.get(name);
    // A merged file of which some rows were superseded has more rows than are current.
    if (itself !== undefined && (!isMergedPath(name) || rowsOf(itself) === file.rows)) return name;
    return copies.get(copyPrefix(file, epoch));
  };
}

export function rowsOf({ stats }: Add): number | undefined {
  if (typeof stats !== 'string') return undefined;
  const { numRecords } = JSON.parse(stats) as { numRecords?: number };
  return numRecords;
}

export function addAction(path: string, facts: { bytes: number; rows: number; now: number }): Add {
  const { bytes: size, rows, now } = facts;
  const stats = JSON.stringify({ numRecords: rows });
  return { path, partitionValues: {}, size, modificationTime: now, dataChange: true, stats };
}
