import { unlink } from 'node:fs/promises';
import { CasparianError } from '../../platform/index.js';
import type { Datasets } from './datasets.js';
import type { StagedFile } from './output-writer.js';
import type { EmptyTexts } from '../report/report.js';
import type { RunProgress } from './request.js';

export interface FinishedFiles {
  /** Empty if the run failed. */
  readonly outputs: readonly StagedFile[];
  /** After a failure only if the cause was too many bad rows: the user needs to see them. */
  readonly quarantines: readonly StagedFile[];
  readonly failure: CasparianError | null;
}

/** Completes the files of a run that are kept after a failure. */
export async function finishFiles(datasets: Datasets, failure: CasparianError | null): Promise<FinishedFiles> {
  try {
    const outputs = failure === null ? await datasets.finishDatasets() : [];
    const isEvidence = failure === null || failure.code === 'QUARANTINE_LIMIT';
    return { outputs, quarantines: isEvidence ? await datasets.finishQuarantines() : [], failure };
  } catch (error) {
    if (!(error instanceof CasparianError)) throw error;
    return { outputs: [], quarantines: [], failure: failure ?? error };
  }
}

export function rowsOf({ writers }: Datasets): RunProgress {
  let rowsIn = 0;
  let quarantined = 0;
  for (const writer of writers.values()) {
    rowsIn += writer.rowsIn;
    quarantined += writer.quarantined;
  }
  return { rowsIn, quarantined };
}

/** The columns of all outputs in which empty texts became null. */
export function emptyTextsOf({ writers }: Datasets): EmptyTexts[] {
  return [...writers].flatMap(([output, { emptyTexts }]) =>
    [...emptyTexts].map(([column, count]) => ({ output, column, count })),
  );
}

export type PathFor = (fileName: string) => string;

interface StagedFiles {
  readonly outputs: readonly StagedFile[];
  readonly quarantines: readonly StagedFile[];
  readonly skippedLines?: { readonly file: StagedFile | null };
}

/** Runs the work, and removes staged files that its result does not name. */
export async function withStagedFiles<Run extends StagedFiles>(
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
    const skipped = run.skippedLines?.file ?? null;
    for (const { path } of [...run.outputs, ...run.quarantines, ...(skipped === null ? [] : [skipped])]) {
      staged.delete(path);
    }
    return run;
  } finally {
    for (const path of staged) await unlink(path).catch(() => undefined);
  }
}
