import { basename } from 'node:path';
import type { ClaimedJob, Ending, EndFacts, WorkerObserver } from '../../engine/index.js';
import { attemptOutcome, factsOf, fileJobOf, lastErrorOf } from '../../operations/index.js';
import { FILE_JOBS } from '../../pipeline/index.js';
import { formatDuration, type Hint, hint, type Logger } from '../../platform/index.js';

type Level = 'debug' | 'info' | 'warn' | 'error';

const FINISHED: Readonly<Record<Exclude<Ending['status'], 'pending'>, { level: Level; message: string }>> = {
  completed: { level: 'info', message: 'Job completed' },
  completed_with_warnings: { level: 'warn', message: 'Job completed with warnings' },
  failed: { level: 'error', message: 'Job failed for good' },
  dead_letter: { level: 'error', message: 'Job failed its last attempt and is in the dead letter' },
  cancelled: { level: 'info', message: 'Job cancelled' },
};

/** Logs one line for each attempt that ended. The names of the fields are those of seed 3. */
export function attemptLog(logger: Logger, hintText: (hint: Hint) => string): WorkerObserver {
  return {
    ended: (job, ending, facts) => {
      const { level, message } = describe(ending, facts);
      const ofFile = facts.refused ? undefined : fileJobLine(job, ending, hintText);
      logger[level]({ ...fieldsOf(job, ending, facts), ...ofFile?.fields }, ofFile?.message ?? message);
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
      return { level: 'warn', message: 'The lease was lost to another worker: result discarded' };
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
    ...(job.correlationId === null ? {} : { correlation_id: job.correlationId }),
    ...errorOf(ending),
  };
}

function errorOf(ending: Ending): { code?: string; error?: string } {
  const last = lastErrorOf(ending);
  return last ? { code: last.code, error: last.message } : {};
}

/** The end of a job over a file. Undefined for other jobs, and for jobs that are not finished. */
function fileJobLine(
  job: ClaimedJob,
  ending: Ending,
  hintText: (hint: Hint) => string,
): { message: string; fields: object } | undefined {
  if (!FILE_JOBS.some(({ type }) => type === job.type) || ending.status === 'pending') return undefined;
  const { parser, path } = fileJobOf(job);
  const { rowsValid, rowsQuarantined, alreadyProcessed } = factsOf(ending);
  // Ids begin with the time, so neighbours differ only in the tail.
  const name = `Job ${job.id.slice(-8)}`;
  const about = { parser, path };
  if (ending.status !== 'completed' && ending.status !== 'completed_with_warnings') {
    const outcome = ending.status === 'cancelled' ? 'cancelled' : 'failed';
    const see = hintText(hint('See', { action: 'job.show', arguments: [job.id] }));
    return { message: `${name} ${outcome}: ${basename(path)}. ${see}`, fields: about };
  }
  if (alreadyProcessed) return { message: `${name}: ${basename(path)} is already processed`, fields: about };
  const bad = rowsQuarantined > 0 ? `, ${rowsQuarantined} quarantined` : '';
  return {
    message: `${name} completed (${rowsValid} ${rowsValid === 1 ? 'row' : 'rows'}${bad}): ${basename(path)}`,
    fields: { ...about, rows_valid: rowsValid, rows_quarantined: rowsQuarantined },
  };
}
