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

/** Errors of the operating system that are temporary. */
const TEMPORARY_START_ERRORS = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']);

type Judged = Pick<RunSpec, 'retry' | 'timeoutMs' | 'memoryBytes' | 'cpuMs'>;

/** Decides how a run ended. A limit that stopped the program outranks its envelope, and the envelope its exit code. */
export function verdict(spec: Judged, process: ProcessResult, report: Report): Verdict {
  const stopped = stopFailure(spec, process);
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

function stopFailure(spec: Judged, process: ProcessResult): TaskFailure | undefined {
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
        `The program used more memory than its limit of ${spec.memoryBytes} bytes`,
        {
          why: `It and its children used ${process.peakMemoryBytes} bytes together.`,
        },
      );
    case 'out_of_cpu':
      return failureOf(
        'TASK_CPU_LIMIT',
        `The program used more CPU time than its limit of ${formatDuration(spec.cpuMs ?? 0)}`,
      );
    case 'aborted':
      return failureOf('TASK_KILLED', 'The program was stopped before its end', {
        why: 'The run was cancelled.',
      });
    case 'lost':
      return failureOf('TASK_KILLED', 'The process that started the program was killed', {
        why: 'Another program killed it, or the system was out of memory. The program was killed as well.',
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
    next: code === 'E2BIG' ? ["Pass the payload on stdin or in a file: set 'payload_as'."] : [],
    retryable: TEMPORARY_START_ERRORS.has(code),
  });
}

/** The program reported nothing. */
function byExit(spec: Judged, process: ProcessResult): TaskFailure {
  if (process.exitCode === null) return killed(process);
  return failureOf('TASK_FAILED', `The program ended with ${exitOf(process)}`, {
    retryable: isWorthRetrying(spec, process),
  });
}

/** Half an envelope of a program that was killed is not an error of the program. */
function killed(process: ProcessResult): TaskFailure {
  return failureOf('TASK_KILLED', `The program ended with ${exitOf(process)}`, {
    why: 'It crashed, was killed, or the system was out of memory.',
  });
}

function malformed(spec: Judged, process: ProcessResult, why: string): TaskFailure {
  return failureOf(
    'TASK_ENVELOPE_INVALID',
    `The program reported an invalid envelope; it ended with ${exitOf(process)}`,
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
  return exitCode === null ? 'no exit code: it could not be killed' : `exit code ${exitCode}`;
}
