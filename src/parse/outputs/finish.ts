import { CasparianError } from '../../platform/index.js';
import type { Datasets } from './datasets.js';
import type { StagedFile } from './output-writer.js';
import type { RunProgress } from '../parser-run/request.js';

export interface Finished {
  /** Empty when the run failed. */
  readonly outputs: readonly StagedFile[];
  /** Of a run that failed, only when it failed for its rows: whoever is told of too many bad ones wants to see them. */
  readonly quarantines: readonly StagedFile[];
  readonly failure: CasparianError | null;
}

/** Completes the files of a run that a failure leaves to be seen. */
export async function finish(datasets: Datasets, failure: CasparianError | null): Promise<Finished> {
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
