import { DEFAULT_TASK_RETRY, type RunSpec, type TaskRetry } from '../../../../src/tasks/spec/run-spec.js';
import { specOf } from '../../execute/run.js';

type Given = Partial<Omit<RunSpec, 'retry'>> & { retry?: Partial<TaskRetry> };

/** A program without payload or bounds, unless said otherwise, that is tried again at once. */
export function aSpec(command: RunSpec['command'], { retry, ...more }: Given = {}): RunSpec {
  return specOf(command, { ...more, retry: { ...DEFAULT_TASK_RETRY, delayMs: 1, ...retry } });
}

/** A few lines of shell. */
export function sh(script: string, more: Given = {}): RunSpec {
  return aSpec(['/bin/sh', '-c', script], more);
}
