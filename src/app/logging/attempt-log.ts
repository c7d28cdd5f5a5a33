import type { ClaimedJob, Ending, EndFacts, WorkerObserver } from '../../engine/index.js';
import { formatDuration, type Logger } from '../../platform/index.js';
import { fileJobWords } from './file-job-words.js';
import { attemptOutcome, lastErrorOf } from '../../operations/index.js';

type Level = 'debug' | 'info' | 'warn' | 'error';

const FINISHED: Readonly<Record<Exclude<Ending['status'], 'pending'>, { level: Level; message: string }>> = {
  completed: { level: 'info', message: 'Job completed' },
  completed_with_warnings: { level: 'warn', message: 'Job completed with warnings' },
  failed: { level: 'error', message: 'Job failed for good' },
  dead_letter: { level: 'error', message: 'Job failed its last attempt and is in the dead letter' },
  cancelled: { level: 'info', message: 'Job cancelled' },
};

/** One line for each attempt that ended, with the fields of seed 3. */
export function attemptLog(logger: Logger): WorkerObserver {
  return {
    ended: (job, ending, facts) => {
      const { level, message } = describe(ending, facts);
      const words = facts.refused ? undefined : fileJobWords(job, ending);
      logger[level]({ ...fieldsOf(job, ending, facts), ...words?.fields }, words?.message ?? message);
    },
  };
}

function describe(ending: Ending, facts: EndFacts): { level: Level; message: string } {
  switch (attemptOutcome(ending, facts)) {
    case 'finished':
      return FINISHED[ending.status as keyof typeof FINISHED];
    case 'retry':
      return { level: 'warn', message: `Attempt failed, next in ${formatDuration(ending.delayMs ?? 0)}` };
    case 'snoozed':
      return { level: 'info', message: `Job snoozed for ${formatDuration(ending.delayMs ?? 0)}` };
    case 'returned':
      return { level: facts.started ? 'info' : 'debug', message: 'Job returned to the queue, uncharged' };
    case 'refused':
      return { level: 'warn', message: 'Result dropped: another worker holds the job by now' };
  }
}

function fieldsOf(job: ClaimedJob, ending: Ending, facts: EndFacts): object {
  return {
    job_id: job.id,
    job_type: job.type,
    tenant_id: job.tenant,
    status: ending.status,
    duration_ms: Math.round(facts.durationMs),
    attempts: job.attempts + 1,
    ...errorOf(ending),
  };
}

function errorOf(ending: Ending): { code?: string; error?: string } {
  const last = lastErrorOf(ending);
  return last ? { code: last.code, error: last.message } : {};
}
