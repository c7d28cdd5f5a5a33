import type { ErrorCodeEntry } from './error-code-entry.js';

/** Tasks: programs run as jobs. */
export const TASK_ERRORS = {
  TASK_SPEC_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'A run spec cannot be used: a field is missing, unknown or of the wrong kind. Nothing was submitted. docs/reference/run-spec.md lists every field.',
  },
  TASK_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain:
      'No task has this id, and none has a spec hash that begins like this. `casparian task list` shows the tasks of this database.',
  },
  TASK_NOT_ALLOWED: {
    exit: 1,
    retryable: false,
    explain:
      'The worker that took the task runs only commands on its allow-list (--allow, task_allow), and this is none of them; or the task sets a variable or a folder through which another program could take the place of an allowed one. Allow it, or submit it to a queue whose workers do, then retry the job.',
  },
  TASK_NOT_STARTED: {
    exit: 1,
    retryable: false,
    explain:
      'The program of a task could not be started: it is not there, may not be run, its working directory is missing, or a variable it needs is not set where the worker runs.',
  },
  TASK_FAILED: {
    exit: 1,
    retryable: false,
    explain:
      'The program of a task said that it failed, by its envelope or by an exit code other than 0. Exit code 75, an envelope that says retryable, and the codes of the retry policy are tried again; others fail for good.',
  },
  TASK_KILLED: {
    exit: 1,
    retryable: true,
    explain:
      'The program of a task was ended by a signal that was not ours: it crashed, or the system was short of memory, or somebody killed it.',
  },
  TASK_TIMEOUT: {
    exit: 1,
    retryable: true,
    explain: 'The program of a task ran longer than its timeout and was stopped with all its children.',
  },
  TASK_OUT_OF_MEMORY: {
    exit: 1,
    retryable: true,
    explain: 'The program of a task and its children held more memory than its limit allows and were killed.',
  },
  TASK_CPU_LIMIT: {
    exit: 1,
    retryable: false,
    explain: 'The program of a task and its children computed for longer than its CPU limit allows and were killed.',
  },
  TASK_ENVELOPE_INVALID: {
    exit: 1,
    retryable: false,
    explain:
      'What the program of a task reported is no envelope. An envelope is one line of JSON, {"ok": true, "result": …} or {"ok": false, "error": {"class": …, "message": …, "traceback": …, "retryable": …}}, as the last line of stdout or on the descriptor named by CASPARIAN_RESULT_FD.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
