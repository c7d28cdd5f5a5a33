import { formatDuration } from '../../platform/index.js';
import type { ProcessResult } from '../../process/index.js';
import type { RunSpec } from '../spec/run-spec.js';
import type { Report } from './envelope.js';
import { failureOf, type TaskFailure } from './task-ending.js';

export interface Verdict {
  readonly failure: TaskFailure | null;
  readonly result: unknown;
  readonly warnings: readonly string[];
}

/** EX_TEMPFAIL of sysexits.h: "try again later". */
const EXIT_TRY_AGAIN = 75;

/** Refusals of the operating system that pass. */
const PASSING_START_ERRORS = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']);

type Judged = Pick<RunSpec, 'retry' | 'timeoutMs' | 'memoryBytes' | 'cpuMs'>;

/** What a run comes to. Why we stopped a program counts for more than what it said; that, more than how it exited. */
export function verdict(spec: Judged, process: ProcessResult, report: Report): Verdict {
  const stopped = stoppedByUs(spec, process);
  if (stopped !== undefined) return failed(stopped);
  switch (report.kind) {
    case 'ok':
      return { failure: null, result: report.result, warnings: warningsOf(process) };
    case 'error': {
      const retryable = report.error.retryable ?? isWorthRetrying(spec, process);
      return failed(failureOf('TASK_FAILED', report.error.message, { ...report.error, retryable }));
    }
    case 'invalid':
      return failed(process.ending === 'signalled' ? killed(process) : malformed(spec, process, report.why));
    case 'none':
      return process.exitCode === 0 ? { failure: null, result: null, warnings: [] } : failed(byExit(spec, process));
  }
}

function failed(failure: TaskFailure): Verdict {
  return { failure, result: null, warnings: [] };
}

function stoppedByUs(spec: Judged, process: ProcessResult): TaskFailure | undefined {
  switch (process.ending) {
    case 'not_started':
      return notStarted(process);
    case 'timed_out':
      return failureOf(
        'TASK_TIMEOUT',
        `The program ran longer than its timeout of ${formatDuration(spec.timeoutMs ?? 0)}`,
      );
    case 'out_of_memory':
      return failureOf(
        'TASK_OUT_OF_MEMORY',
        `The program took more memory than its limit of ${spec.memoryBytes} bytes`,
        {
          why: `It and its children were seen to hold ${process.peakMemoryBytes} bytes together.`,
        },
      );
    case 'out_of_cpu':
      return failureOf(
        'TASK_CPU_LIMIT',
        `The program computed longer than its limit of ${formatDuration(spec.cpuMs ?? 0)}`,
      );
    case 'aborted':
      return failureOf('TASK_KILLED', 'The program was stopped before its end', {
        why: 'Whoever ran it called it off.',
      });
    case 'lost':
      return failureOf('TASK_KILLED', 'The process that started the program was killed', {
        why: 'Another program of this worker did it, or the system was short of memory; the program was killed then, too.',
      });
    case 'exited':
    case 'signalled':
      return undefined;
  }
}

function notStarted({ startError }: ProcessResult): TaskFailure {
  const { code, reason } = startError ?? { code: 'UNKNOWN', reason: '' };
  return failureOf('TASK_NOT_STARTED', 'The program could not be started', {
    why: reason,
    next: code === 'E2BIG' ? ["Hand the payload over on stdin or in a file: 'payload_as'."] : [],
    retryable: PASSING_START_ERRORS.has(code),
  });
}

/** Without words of the program. */
function byExit(spec: Judged, process: ProcessResult): TaskFailure {
  if (process.exitCode === null) return killed(process);
  return failureOf('TASK_FAILED', `The program ended with ${exitOf(process)}`, {
    retryable: isWorthRetrying(spec, process),
  });
}

/** Half an envelope of a program that was killed is no mistake of the program. */
function killed(process: ProcessResult): TaskFailure {
  return failureOf('TASK_KILLED', `The program ended with ${exitOf(process)}`, {
    why: 'It crashed, or somebody killed it, or the system was short of memory.',
  });
}

function malformed(spec: Judged, process: ProcessResult, why: string): TaskFailure {
  return failureOf(
    'TASK_ENVELOPE_INVALID',
    `What the program reported is no envelope; it ended with ${exitOf(process)}`,
    {
      why,
      retryable: isWorthRetrying(spec, process),
    },
  );
}

function isWorthRetrying({ retry }: Judged, { exitCode }: ProcessResult): boolean {
  if (exitCode === null || exitCode === EXIT_TRY_AGAIN) return true;
  return exitCode !== 0 && (retry.exitCodes === 'any' || retry.exitCodes.includes(exitCode));
}

function warningsOf(process: ProcessResult): string[] {
  return process.exitCode === 0 ? [] : [`The program reported success and then ended with ${exitOf(process)}.`];
}

function exitOf({ exitCode, signalName }: ProcessResult): string {
  if (signalName !== null) return `signal ${signalName}`;
  return exitCode === null ? 'no exit code, for it could not even be killed' : `exit code ${exitCode}`;
}
