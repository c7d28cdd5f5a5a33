import { exactJson, formatDuration } from '../../platform/index.js';
import type { TaskRecord } from '../../tasks/index.js';
import type { Output } from './output.js';
import { taskFailureText } from './task-failure.js';

/** Prints the outcome of a task: its result on stdout, the rest on stderr. */
export function printOutcome(task: TaskRecord, output: Output): void {
  const { id, status, result, durationMs, attempts, exitCode } = task;
  if (!status.startsWith('completed')) {
    return output.message(taskFailureText(task, [`Details: casparian task show ${id}`]));
  }
  const took = durationMs === null ? '' : ` in ${formatDuration(durationMs)}`;
  const runs = attempts > 1 ? `, on attempt ${attempts}` : '';
  const warning = status === 'completed' ? '' : ` with warnings (exit code ${exitCode})`;
  const mark = status === 'completed' ? output.paint('green', '✓') : output.paint('yellow', '⚠');
  if (result !== null && result !== undefined) output.print(exactJson(result, 2));
  const hasPrinted = task.stdoutTail !== '' || task.stderrTail !== '';
  const logs = hasPrinted ? ` Output: casparian task logs ${id}` : '';
  output.message(`${mark} Completed${warning}${took}${runs}.${logs}`);
}
