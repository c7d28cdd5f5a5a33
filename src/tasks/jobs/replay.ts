import { type Engine, isFinished } from '../../engine/index.js';
import { canonicalJson } from '../../platform/index.js';
import { type Submitter, submitTasks, type TaskReceipt } from './submit.js';
import { isSuccess, type TaskRecord } from './task-record.js';

/** How a second run of a spec compares with the first. */
export interface OutcomeComparison {
  readonly same: boolean;
  /** One sentence per difference. */
  readonly differences: readonly string[];
  /** Not part of the outcome, because many programs print the time. Null if unknown for one of the runs. */
  readonly sameStdout: boolean | null;
}

const MAX_SHOWN_CHARS = 200;

/** Runs a spec again, without reusing a job, for the same tenant and in the same queue. */
export async function replayTask(engine: Engine, task: TaskRecord, by?: Submitter): Promise<TaskReceipt> {
  const { tenant, queue, priority, maxAttempts } = task.job;
  const schedule = { tenant, queue, priority, maxAttempts };
  const again = { spec: task.spec, schedule, reuse: 'never', replayOf: task.id } as const;
  const [receipt] = await submitTasks(engine, [again], by);
  return receipt as TaskReceipt;
}

/** Two runs have the same outcome if both succeed with the same result, or both fail with the same error. */
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

/** Warnings and the number of attempts do not count as a difference. */
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

/** A program without output has no hash; its duration shows that it ran. */
function sameStdout(recorded: TaskRecord, now: TaskRecord): boolean | null {
  if (recorded.durationMs === null || now.durationMs === null) return null;
  return recorded.stdoutSha256 === now.stdoutSha256;
}
