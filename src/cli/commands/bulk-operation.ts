import { taskRunner } from '../../app/index.js';
import { isFinished } from '../../engine/index.js';
import {
  bulkJson,
  type BulkProgress,
  type BulkRequest,
  countMatches,
  startBulk,
  waitForBulk,
} from '../../operations/index.js';
import { pipelineHome } from '../../pipeline/index.js';
import { CasparianError, isErrorCode, silentLogger } from '../../platform/index.js';
import { confirm } from '../confirm.js';
import type { Invocation } from '../invocation.js';
import type { BulkOptions } from '../options/bulk.js';
import { count } from '../output/row-counts.js';
import { withTenant } from '../session.js';
import { stopOnSignals } from '../stop-on-signals.js';

/** Counts, asks, starts the operation, and waits for it. */
export async function runBulk(invocation: Invocation<BulkOptions>, request: BulkRequest): Promise<void> {
  const { options, output } = invocation;
  const stop = stopOnSignals();
  try {
    await withTenant(invocation, async (scope, settings) => {
      const matched = await countMatches(scope.database, request);
      if (options.dryRun) return reportCount(matched);
      if (options.expect === undefined && !options.yes && matched > 0) {
        await confirm(`${capitalized(request.action)} ${things(request, matched)}?`, output);
      }
      const id = await startBulk(scope, request, { expected: options.expect ?? matched });
      const end = await waitForBulk(scope, id, {
        ...{ worker: taskRunner(settings).worker, logs: pipelineHome(settings.home).logs },
        ...{ logger: silentLogger, signal: stop.signal },
      });
      report(end);
    });
  } finally {
    stop.dispose();
  }

  function reportCount(matched: number): void {
    if (output.asJson) return output.json({ matched });
    output.print(`${things(request, matched)} would be changed.`);
  }

  function report(end: BulkProgress): void {
    requireEnded(end);
    const json = bulkJson(end);
    if (output.asJson) return output.json(json);
    const skipped = json.skipped === 0 ? '' : `, ${count(json.skipped)} skipped`;
    output.print(`${things(request, json.changed)} changed${skipped}.`);
    if (request.action === 'replay' && json.changed > 0)
      output.message('The replays are in the queue: casparian jobs --type parse.replay');
  }
}

/** The error of the operation, as if it had occurred here. */
function requireEnded({ job, state }: BulkProgress): void {
  if (job.result !== null) return;
  if (!isFinished(job.status)) {
    throw new CasparianError('INTERRUPTED', 'Interrupted', {
      why: `The operation ${job.id} is still in the queue; the next worker continues it.`,
      next: [`To stop it: casparian job cancel ${job.id}`],
    });
  }
  const last = job.errors.at(-1);
  const code = last !== undefined && isErrorCode(last.code) ? last.code : 'JOB_CANCELLED';
  throw new CasparianError(code, last?.message ?? `The operation ${job.id} was cancelled`, {
    why: last?.why ?? `${count(state.changed)} of ${count(state.expected)} were changed before that.`,
  });
}

function things({ target }: BulkRequest, number: number): string {
  const what = target === 'jobs' ? 'job' : 'row';
  return number === 1 ? `1 ${what}` : `${count(number)} ${what}s`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
