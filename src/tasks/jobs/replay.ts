import { type Engine, isFinished } from '../../engine/index.js';
import { canonicalJson } from '../../platform/index.js';
import { submitTasks, type TaskReceipt } from './submit.js';
import { isSuccess, type TaskRecord } from './task-record.js';

/** How a second run of a spec compares with the first. */
export interface OutcomeComparison {
  readonly same: boolean;
  /** A sentence for each. */
  readonly differences: readonly string[];
  /** Apart from the outcome, since many programs print the time. Null when it is not known of both. */
  readonly sameStdout: boolean | null;
}

const MAX_SHOWN_CHARS = 200;

/** Runs a spec once more, whatever is known of it, for the same tenant and in the same queue. */
export async function replayTask(engine: Engine, task: TaskRecord): Promise<TaskReceipt> {
  const { tenant, queue, priority, maxAttempts } = task.job;
  const schedule = { tenant, queue, priority, maxAttempts };
  const [receipt] = await submitTasks(engine, [{ spec: task.spec, schedule, reuse: 'never', replayOf: task.id }]);
  return receipt as TaskReceipt;
}

/** Two runs have the same outcome when both succeed with the same result, or both fail with the same error. */
export function sameOutcome(recorded: TaskRecord, now: TaskRecord): OutcomeComparison {
  const differences = [
    ...difference('status', endOf(recorded), endOf(now)),
    ...difference('exit code', recorded.exitCode, now.exitCode),
    ...difference('result', recorded.result, now.result),
    ...difference('error class', recorded.error?.class ?? null, now.error?.class ?? null),
    ...difference('error message', recorded.error?.message ?? null, now.error?.message ?? null),
  ];
  const areOver = isFinished(recorded.status) && isFinished(now.status);
  return { same: areOver && differences.length === 0, differences, sameStdout: sameStdout(recorded, now) };
}

/** Warnings, and how often it was tried, do not make another end. */
function endOf({ status }: TaskRecord): string {
  if (isSuccess(status)) return 'completed';
  return status === 'dead_letter' ? 'failed' : status;
}

function difference(what: string, then: unknown, now: unknown): string[] {
  const [before, after] = [canonicalJson(then), canonicalJson(now)];
  return before === after ? [] : [`${what}: ${clipped(before)} then, ${clipped(after)} now`];
}

function clipped(text: string): string {
  return text.length <= MAX_SHOWN_CHARS ? text : `${text.slice(0, MAX_SHOWN_CHARS)}…`;
}

/** Of a program that printed nothing there is no hash; that it ran, its duration tells. */
function sameStdout(recorded: TaskRecord, now: TaskRecord): boolean | null {
  if (recorded.durationMs === null || now.durationMs === null) return null;
  return recorded.stdoutSha256 === now.stdoutSha256;
}
