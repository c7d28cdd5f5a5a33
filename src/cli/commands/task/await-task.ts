import { taskRunner } from '../../../app/index.js';
import { type Engine, isFinished, type JobRecord } from '../../../engine/index.js';
import { waitForTask } from '../../../operations/index.js';
import { CasparianError, silentLogger } from '../../../platform/index.js';
import type { Settings } from '../../../settings/index.js';
import { pipelineHome } from '../../../pipeline/index.js';
import { taskOf, type TaskRecord } from '../../../tasks/index.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { createProgressLine } from '../../output/progress-line.js';
import { retryText, waitingText } from '../../output/task-progress.js';

/** The elapsed time is updated separately: a waiting job does not change. */
const TICK_MS = 500;

/** Waits for the end of a task. Shows its progress on a terminal, and what its program prints, on stderr. */
export async function awaitTask(
  engine: Engine,
  id: string,
  { settings, output, signal }: { settings: Settings; output: Output; signal: AbortSignal },
): Promise<TaskRecord> {
  const line = createProgressLine(output);
  const startedAt = Date.now();
  let latest: JobRecord | undefined;
  const ticking = setInterval(() => {
    if (latest) line.show(waitingText(latest, { startedAt, now: Date.now() }));
  }, TICK_MS);
  try {
    const job = await waitForTask(engine, id, {
      ...taskRunner(settings),
      signal,
      logger: silentLogger,
      output: { logs: pipelineHome(settings.home).logs, onLine: ({ message }) => line.message(printable(message)) },
      onWorker: (kind) => {
        line.clear();
        if (kind === 'here') printRunsHere();
      },
      onState: (state) => {
        const hasFailed = state.status === 'pending' && state.attempts > (latest?.attempts ?? state.attempts);
        if (hasFailed) line.message(retryText(state, Date.now()));
        latest = state;
      },
    });
    if (!isFinished(job.status)) throw interrupted(job);
    return taskOf(job);
  } finally {
    clearInterval(ticking);
    line.clear();
  }
}

/** Printed with --json too: the environment of the program depends on the process that runs it. */
function printRunsHere(): void {
  process.stderr.write('No worker is running, so this process runs the task.\n');
}

function interrupted({ id, status, leaseOwner }: JobRecord): CasparianError {
  const fate = status === 'running' ? `It continues on ${leaseOwner}.` : 'It is still in the queue.';
  return new CasparianError('INTERRUPTED', `Interrupted while waiting for task ${id}`, {
    why: fate,
    next: [`Check it later: casparian task show ${id}`, `Or cancel it: casparian job cancel ${id}`],
  });
}
