import { unlink } from 'node:fs/promises';
import type { StagedFile } from './output-writer.js';

export type PathFor = (fileName: string) => string;

interface StagedFiles {
  readonly outputs: readonly StagedFile[];
  readonly quarantines: readonly StagedFile[];
}

/** Does what stages files, and removes those of them that its outcome does not name. */
export async function stagingFiles<Run extends StagedFiles>(
  pathFor: PathFor,
  stage: (pathFor: PathFor) => Promise<Run>,
): Promise<Run> {
  const staged = new Set<string>();
  try {
    const run = await stage((fileName) => {
      const path = pathFor(fileName);
      staged.add(path);
      return path;
    });
    for (const { path } of [...run.outputs, ...run.quarantines]) staged.delete(path);
    return run;
  } finally {
    for (const path of staged) await unlink(path).catch(() => undefined);
  }
}
