import { sameOutcome, type TaskRecord } from '../../../tasks/index.js';
import { taskReplayJson } from '../../../tasks/task-json.js';
import { ReportedFailure } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { taskFailureText } from '../../output/task-failure.js';

/** Prints whether a second run had the same outcome, and returns it. A cancelled run has no outcome. */
export function reportReplay(recorded: TaskRecord, now: TaskRecord, output: Output): boolean {
  const comparison = sameOutcome(recorded, now);
  const { same, differences, sameStdout } = comparison;
  if (output.asJson) output.json(taskReplayJson(recorded, now, comparison));
  if (now.status === 'cancelled') {
    output.message(taskFailureText(now, []));
    throw new ReportedFailure(1);
  }
  if (output.asJson) return same;
  const mark = same ? output.paint('green', '✓') : output.paint('yellow', '≠');
  output.print(`${mark} ${same ? 'Same outcome' : 'Different outcome'}: ${outcomeText(now)}`);
  for (const difference of differences) output.print(`  ${printable(difference)}`);
  if (sameStdout === false) output.message('Its stdout differs; stdout is not part of the outcome.');
  if (!same) output.message(`Compare: casparian task show ${recorded.id}\n         casparian task show ${now.id}`);
  return same;
}

function outcomeText({ status, error, exitCode }: TaskRecord): string {
  const code = exitCode === null ? '' : `, exit code ${exitCode}`;
  return printable(error === null ? `${status}${code}` : `${status}${code} (${error.code}: ${error.message})`);
}
