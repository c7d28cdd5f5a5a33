import { executeTask, type TaskRun } from '../../../src/tasks/execute/execute-task.js';
import type { TaskEnding } from '../../../src/tasks/execute/task-ending.js';
import { DEFAULT_TASK_RETRY, type RunSpec } from '../../../src/tasks/spec/run-spec.js';

export function specOf(command: RunSpec['command'], given: Partial<RunSpec> = {}): RunSpec {
  return {
    command,
    payloadAs: 'stdin',
    cwd: null,
    env: {},
    inherit: [],
    secrets: [],
    timeoutMs: null,
    memoryBytes: null,
    cpuMs: null,
    code: null,
    lockfileHash: null,
    retry: DEFAULT_TASK_RETRY,
    ...given,
  };
}

export function runOf(given: Partial<TaskRun> = {}): TaskRun {
  return {
    env: { PATH: process.env['PATH'] },
    jobId: 'job-1',
    attempt: 1,
    fence: 7,
    specHash: 'abc',
    allow: undefined,
    signal: new AbortController().signal,
    maxResultBytes: 1_048_576,
    ...given,
  };
}

/** Runs a script of the shell, which starts in a millisecond. */
export function runShell(script: string, spec: Partial<RunSpec> = {}, run: Partial<TaskRun> = {}): Promise<TaskEnding> {
  return executeTask(specOf(['sh', '-c', script], spec), runOf(run));
}

export function runPython(
  script: string,
  spec: Partial<RunSpec> = {},
  run: Partial<TaskRun> = {},
): Promise<TaskEnding> {
  // Without `site`, which takes most of the time that a start takes.
  return executeTask(specOf(['python3', '-I', '-S', '-c', script], spec), runOf(run));
}

export function runNode(script: string, spec: Partial<RunSpec> = {}, run: Partial<TaskRun> = {}): Promise<TaskEnding> {
  return executeTask(specOf([process.execPath, '-e', script], spec), runOf(run));
}
