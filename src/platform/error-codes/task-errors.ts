import { hint } from '../hint.js';
import type { ErrorCodeEntry } from './error-code-entry.js';

/** Tasks: programs that run as jobs. */
export const TASK_ERRORS = {
  TASK_SPEC_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'A run spec is invalid: a field is missing, unknown or of the wrong type. Nothing was submitted. docs/reference/run-spec.md lists every field.',
  },
  TASK_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'No task has this id or a spec hash that starts with it.',
    next: [hint('List the tasks with', { action: 'task.list' })],
  },
  TASK_NOT_ALLOWED: {
    exit: 1,
    retryable: false,
    explain:
      'The worker that claimed the task runs only commands on its allow-list (task_allow), and this command is not on it; or the task sets a variable or a folder that could put another program in the place of an allowed one. Allow the command, or submit the task to a queue whose workers allow it, then retry the job.',
    next: [hint('Start a worker that allows it', { action: 'worker', options: { allow: 'PATTERN' } })],
  },
  TASK_NOT_STARTED: {
    exit: 1,
    retryable: false,
    explain:
      'The program of a task could not be started: it does not exist, is not executable, its working directory is missing, or a variable it needs is not set in the environment of the worker.',
  },
  TASK_FAILED: {
    exit: 1,
    retryable: false,
    explain:
      'The program of a task reported a failure, by its envelope or by an exit code other than 0. Exit code 75, an envelope with `retryable`, and the exit codes of the retry policy are retried; others fail for good.',
  },
  TASK_KILLED: {
    exit: 1,
    retryable: true,
    explain:
      'A signal that casparian did not send ended the program of a task: it crashed, the system was short of memory, or it was killed by hand.',
  },
  TASK_TIMEOUT: {
    exit: 1,
    retryable: true,
    explain: 'The program of a task ran longer than its timeout and was stopped with all its children.',
  },
  TASK_OUT_OF_MEMORY: {
    exit: 1,
    retryable: true,
    explain: 'The program of a task and its children used more memory than their limit and were killed.',
  },
  TASK_CPU_LIMIT: {
    exit: 1,
    retryable: false,
    explain: 'The program of a task and its children used more CPU time than their limit and were killed.',
  },
  TASK_ENVELOPE_INVALID: {
    exit: 1,
    retryable: false,
    explain:
      'The program of a task reported something that is not an envelope. An envelope is one line of JSON, {"ok": true, "result": …} or {"ok": false, "error": {"class": …, "message": …, "traceback": …, "retryable": …}}, as the last line of stdout or on the descriptor named by CASPARIAN_RESULT_FD.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
