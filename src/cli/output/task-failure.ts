import { CasparianError, isErrorCode } from '../../platform/index.js';
import type { TaskRecord } from '../../tasks/index.js';
import { failureText } from './failure.js';
import { printable, printableLines } from './printable.js';

const MAX_TAIL_LINES = 20;

/** The words for a task that did not succeed: how it came to it, the end of its stderr, and what, why, what next. */
export function taskFailureText(task: TaskRecord): string {
  const { error, stderrTail } = task;
  const traceback = error?.traceback ?? null;
  const isToldTwice = traceback !== null && stderrTail.includes(traceback.trim());
  return [
    ...(traceback === null || isToldTwice ? [] : [tailText('Its traceback', traceback)]),
    ...(stderrTail.trim() === '' ? [] : [tailText('The end of its stderr', stderrTail)]),
    failureText(taskFailure(task)),
  ].join('\n');
}

/** What the task failed with, as if it had failed here. */
export function taskFailure({ id, status, error, attempts, job }: TaskRecord): CasparianError {
  const next = [`See all of it: casparian task show ${id}`];
  if (status === 'cancelled' || error === null) {
    return new CasparianError('JOB_CANCELLED', `Task ${id} is ${status}`, { next });
  }
  const last = job.errors.at(-1);
  const usedUp = `It was its last attempt: ${attempts} were made.`;
  return new CasparianError(isErrorCode(error.code) ? error.code : 'TASK_FAILED', saidBy(error), {
    why:
      [last?.why, ...(status === 'dead_letter' && attempts > 1 ? [usedUp] : [])].filter(Boolean).join(' ') || undefined,
    next: [...(last?.next ?? []), ...next],
  });
}

function saidBy({ class: name, message }: { class: string | null; message: string }): string {
  return printable(name === null || message.startsWith(`${name}:`) ? message : `${name}: ${message}`);
}

/** The last lines of a text, below a title. */
export function tailText(title: string, text: string): string {
  const lines = printableLines(text.trimEnd()).split('\n');
  const cut = lines.length > MAX_TAIL_LINES ? ['…', ...lines.slice(-MAX_TAIL_LINES)] : lines;
  return [`${title}:`, ...cut.map((line) => `  ${line}`)].join('\n');
}
