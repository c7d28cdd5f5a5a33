import type { ClaimedJob, Ending, WorkerObserver } from '../../engine/index.js';
import { attemptOutcome } from '../jobs/attempt-outcome.js';
import { createFailureGroups, type FailureGroup } from './failure-groups.js';
import { factsOf, fileJobOf, lastErrorOf } from '../jobs/parse-endings.js';

/** What became of the jobs of one run. Each is counted once, when it ends for good. */
export interface ProcessTally {
  completed: number;
  completedWithWarnings: number;
  failed: number;
  cancelled: number;
  /** Jobs that found nothing left to do. */
  alreadyProcessed: number;
  rowsValid: number;
  rowsQuarantined: number;
}

export interface TallyKeeper {
  readonly tally: Readonly<ProcessTally>;
  readonly failures: () => FailureGroup[];
  readonly observer: WorkerObserver;
}

/** Counts endings as they come. `onEnd` hears of every job that leaves the worker, for good or to be tried again. */
export function keepTally(onEnd: () => void): TallyKeeper {
  const groups = createFailureGroups();
  const tally: ProcessTally = {
    completed: 0,
    completedWithWarnings: 0,
    failed: 0,
    cancelled: 0,
    alreadyProcessed: 0,
    rowsValid: 0,
    rowsQuarantined: 0,
  };

  const count = (job: ClaimedJob, ending: Ending): void => {
    switch (ending.status) {
      case 'completed':
      case 'completed_with_warnings': {
        const { rowsValid, rowsQuarantined, alreadyProcessed } = factsOf(ending);
        if (alreadyProcessed) return void tally.alreadyProcessed++;
        tally[ending.status === 'completed' ? 'completed' : 'completedWithWarnings']++;
        tally.rowsValid += rowsValid;
        tally.rowsQuarantined += rowsQuarantined;
        return;
      }
      case 'failed':
      case 'dead_letter': {
        const error = lastErrorOf(ending);
        tally.failed++;
        const { code = 'INTERNAL', message = 'No reason was recorded' } = error ?? {};
        return groups.add({ jobId: job.id, path: fileJobOf(job).path, code, message });
      }
      case 'cancelled':
        return void tally.cancelled++;
      case 'pending':
        throw new Error('a job that waits again has not ended');
    }
  };

  return {
    tally,
    failures: () => groups.list(),
    observer: {
      ended: (job, ending, facts) => {
        const outcome = attemptOutcome(ending, facts);
        if (outcome === 'finished') count(job, ending);
        if (facts.started) onEnd();
      },
    },
  };
}
