import { CasparianError, exactJson, formatDuration } from '../../../platform/index.js';
import type { TaskEnding } from '../../../tasks/index.js';
import { failureText } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { errorWords, tracebackText } from '../../output/task-failure.js';

/** The output was already shown; this prints the outcome. */
export function printEnding(ending: TaskEnding, output: Output): void {
  const { failure, result, durationMs, warnings } = ending;
  for (const warning of warnings) output.message(`Warning: ${printable(warning)}`);
  if (failure === null) {
    const answer = result === null || result === undefined ? 'no result' : `result ${exactJson(result)}`;
    return output.message(`${output.paint('green', '✓')} Completed in ${formatDuration(durationMs)}, ${answer}`);
  }
  for (const text of tracebackText(failure.traceback, ending.stderr.tail)) output.message(text);
  const { code, why, next = [] } = failure;
  const again = failure.retryable ? ['The program asks for a retry; as a job, it would be retried.'] : [];
  const words = new CasparianError(code, errorWords(failure), { why, next: [...next, ...again] });
  output.message(failureText(words));
}
