import { CasparianError } from '../../../platform/index.js';
import { startLauncher } from '../../../process/index.js';
import { executeTask, specHashOf, type TaskEnding } from '../../../tasks/index.js';
import { taskEndingJson } from '../../../tasks/task-json.js';
import type { Invocation } from '../../invocation.js';
import type { SpecOptions } from '../../options/task.js';
import { ReportedFailure } from '../../output/failure.js';
import { someSettings } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { givenTasks, type GivenTask } from './given-tasks.js';
import { printEnding } from './run-report.js';

const TRY_AGAIN_LATER = 75;

export async function run(invocation: Invocation<SpecOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const { max_payload_bytes: maxBytes } = await someSettings(invocation, ['max_payload_bytes']);
  const { tasks } = await givenTasks(args.flat(), options, { maxPayloadBytes: maxBytes });
  const { spec } = theOnly(tasks);
  const specHash = specHashOf(spec);
  const stop = stopOnSignals();
  const launcher = startLauncher();
  let ending: TaskEnding;
  try {
    ending = await executeTask(spec, {
      // A run without a job does not use the allow-list of a worker: the user of this shell may run anything.
      ...{ env: process.env, jobId: null, attempt: 1, fence: 1, specHash, allow: undefined, launcher },
      signal: stop.signal,
      stdout: (lines) => void (output.asJson ? process.stderr : process.stdout).write(lines),
      stderr: (lines) => void process.stderr.write(lines),
      maxResultBytes: maxBytes,
    });
  } finally {
    await launcher.close();
    stop.dispose();
  }
  if (stop.signal.aborted) throw interrupted();
  if (output.asJson) output.json(taskEndingJson(ending, specHash));
  else printEnding(ending, output);
  if (ending.failure) throw new ReportedFailure(ending.failure.retryable ? TRY_AGAIN_LATER : 1);
}

function theOnly(tasks: readonly GivenTask[]): GivenTask {
  const [first, ...others] = tasks;
  if (first && others.length === 0) return first;
  throw new CasparianError('USAGE', `task run takes one spec, but ${tasks.length} were given`, {
    next: ['To run many: casparian task submit --spec FILE, and casparian worker --drain'],
  });
}

function interrupted(): CasparianError {
  return new CasparianError('INTERRUPTED', 'Interrupted', { why: 'The program and its children were stopped.' });
}
