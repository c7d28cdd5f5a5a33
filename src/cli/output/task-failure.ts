import { CasparianError, isErrorCode, type Hint } from '../../platform/index.js';
import type { TaskRecord } from '../../tasks/index.js';
import { failureText } from './failure.js';
import { hintText } from './hint-text.js';
import { printable, printableLines } from './printable.js';

const MAX_TAIL_LINES = 20;

/** The text for a failed task: its attempts, the end of its stderr, and the error with its reason and hints. */
export function taskFailureText(task: TaskRecord, next: readonly Hint[]): string {
  const { error, stderrTail } = task;
  return [
    ...tracebackText(error?.traceback ?? null, stderrTail),
    ...(stderrTail.trim() === '' ? [] : [tailText('Last output on stderr', stderrTail)]),
    failureText(taskFailure(task, next)),
  ].join('\n');
}

/** Most programs print the traceback themselves; it is not repeated. */
export function tracebackText(traceback: string | null, stderrTail: string): string[] {
  if (traceback === null || stderrTail.includes(traceback.trim())) return [];
  return [tailText('Traceback', traceback)];
}

/** The error of the task, as if it had occurred here. */
function taskFailure({ id, status, error, attempts, job }: TaskRecord, next: readonly Hint[]): CasparianError {
  if (status === 'cancelled' || error === null) {
    return new CasparianError('JOB_CANCELLED', `Task ${id} is ${status}`, { next });
  }
  const { why, next: advice = [] } = job.errors.at(-1) ?? {};
  const isUsedUp = status === 'dead_letter' && attempts > 1;
  const reasons = [...(why === undefined ? [] : [why]), ...(isUsedUp ? [`All ${attempts} attempts have failed.`] : [])];
  return new CasparianError(isErrorCode(error.code) ? error.code : 'TASK_FAILED', errorWords(error), {
    why: reasons.length === 0 ? undefined : printable(reasons.join(' ')),
    next: [...advice.map((step) => printable(hintText(step))), ...next],
  });
}

/** `ValueError: no such month`, on one line. */
export function errorWords({ class: name, message }: { class: string | null; message: string }): string {
  return printable(name === null || message.startsWith(`${name}:`) ? message : `${name}: ${message}`);
}

/** The last lines of a text, below a title. */
export function tailText(title: string, text: string): string {
  const lines = printableLines(text.trimEnd()).split('\n');
  const cut = lines.length > MAX_TAIL_LINES ? ['…', ...lines.slice(-MAX_TAIL_LINES)] : lines;
  return [`${title}:`, ...cut.map((line) => `  ${line}`)].join('\n');
}
