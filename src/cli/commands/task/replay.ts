import { startTaskReplay } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { ReportedFailure } from '../../output/failure.js';
import { withEngine } from '../../session.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { awaitTask } from './await-task.js';
import { reportReplay } from './replay-report.js';

export interface ReplayOptions {
  failOnDifference?: boolean;
}

/** Exit code for findings, used only if requested. */
const FINDINGS = 5;

export async function run(invocation: Invocation<ReplayOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [idOrHash = ''] = args;
  const stop = stopOnSignals();
  try {
    const same = await withEngine(invocation, async (engine, settings) => {
      const { recorded, id } = await startTaskReplay(engine, idOrHash, settings.actor);
      output.message(`Replaying task ${recorded.id} as ${id}.`);
      const now = await awaitTask(engine, id, { settings, output, signal: stop.signal });
      return reportReplay(recorded, now, output);
    });
    if (!same && options.failOnDifference) throw new ReportedFailure(FINDINGS);
  } finally {
    stop.dispose();
  }
}
