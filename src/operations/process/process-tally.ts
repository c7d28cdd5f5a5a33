import type { ClaimedJob, Ending, WorkerObserver } from '../../engine/index.js';
import { attemptOutcome } from '../jobs/attempt-outcome.js';
import { createFailureGroups, type Failure, type FailureGroup } from './failure-groups.js';
import { factsOf, failedRowsOf, fileJobOf, lastErrorOf } from '../jobs/parse-endings.js';

/** The outcomes of the jobs of one run. Each job is counted once, when it is finished. */
export interface ProcessTally {
  completed: number;
  completedWithWarnings: number;
  failed: number;
  cancelled: number;
  /** Jobs that had nothing left to do. */
  alreadyProcessed: number;
  /** Files that are not tables. */
  skipped: number;
  rowsValid: number;
  /** Includes the bad rows of files that failed. */
  rowsQuarantined: number;
  /** Rows of files that failed because of their bad rows: bad ones, and the others, which were not written. */
  failedRows: { quarantined: number; unwritten: number };
}

export interface TallyKeeper {
  readonly tally: Readonly<ProcessTally>;
  readonly failures: () => FailureGroup[];
  /** Why attempts failed whose jobs are tried again later. */
  readonly retries: () => FailureGroup[];
  readonly observer: WorkerObserver;
}

/** Counts jobs as they end. `onEnd` is called for every attempt that ended, even if the job will be retried. */
export function keepTally(onEnd: () => void): TallyKeeper {
  const groups = createFailureGroups();
  const retried = new Map<string, Failure>();
  const tally: ProcessTally = {
    completed: 0,
    completedWithWarnings: 0,
    failed: 0,
    cancelled: 0,
    alreadyProcessed: 0,
    skipped: 0,
    rowsValid: 0,
    rowsQuarantined: 0,
    failedRows: { quarantined: 0, unwritten: 0 },
  };

  const count = (job: ClaimedJob, ending: Ending): void => {
    switch (ending.status) {
      case 'completed':
      case 'completed_with_warnings': {
        const { rowsValid, rowsQuarantined, alreadyProcessed, isSkipped } = factsOf(ending);
        if (alreadyProcessed) return void tally.alreadyProcessed++;
        if (isSkipped) return void tally.skipped++;
        tally[ending.status === 'completed' ? 'completed' : 'completedWithWarnings']++;
        tally.rowsValid += rowsValid;
        tally.rowsQuarantined += rowsQuarantined;
        return;
      }
      case 'failed':
      case 'dead_letter': {
        const error = lastErrorOf(ending);
        const { rowsIn, rowsQuarantined } = failedRowsOf(error);
        tally.failed++;
        tally.rowsQuarantined += rowsQuarantined;
        tally.failedRows.quarantined += rowsQuarantined;
        tally.failedRows.unwritten += rowsIn - rowsQuarantined;
        return groups.add(failureOf(job, ending));
      }
      case 'cancelled':
        return void tally.cancelled++;
      case 'pending':
        throw new Error('a pending job has not ended');
    }
  };

  return {
    tally,
    failures: () => groups.list(),
    retries: () => {
      const waiting = createFailureGroups();
      for (const failure of retried.values()) waiting.add(failure);
      return waiting.list();
    },
    observer: {
      ended: (job, ending, facts) => {
        const outcome = attemptOutcome(ending, facts);
        if (outcome === 'retry') retried.set(job.id, failureOf(job, ending));
        else retried.delete(job.id);
        if (outcome === 'finished') count(job, ending);
        if (facts.started) onEnd();
      },
    },
  };
}

function failureOf(job: ClaimedJob, ending: Ending): Failure {
  const { code = 'INTERNAL', message = 'No reason was recorded' } = lastErrorOf(ending) ?? {};
  return { jobId: job.id, path: fileJobOf(job).path, code, message };
}
