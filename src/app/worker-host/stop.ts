import type { StopReport, Worker } from '../../engine/index.js';
import { formatDuration, type Logger } from '../../platform/index.js';
import type { StopSignal } from './stop-signals.js';

/** Stops the worker, and says what it does and what became of it. */
export async function stopGracefully(
  worker: Worker,
  reason: StopSignal | 'drained',
  graceMs: number,
  logger: Logger,
): Promise<StopReport> {
  logger.info({}, farewell(reason, worker.status.running, graceMs));
  const report = await worker.stop({ graceMs });
  logger.info({ returned: report.returned }, 'Worker stopped');
  return report;
}

function farewell(reason: StopSignal | 'drained', running: number, graceMs: number): string {
  if (reason === 'drained') return 'Nothing is left to do: stopping';
  if (running === 0) return `${reason}: stopping`;
  const jobs = running === 1 ? '1 running job' : `${running} running jobs`;
  return `${reason}: waiting up to ${formatDuration(graceMs)} for ${jobs}; a second signal leaves at once`;
}
