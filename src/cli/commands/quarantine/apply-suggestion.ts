import { pipelineRunner } from '../../../app/index.js';
import { waitForReplays } from '../../../operations/index.js';
import { applyRepair } from '../../../pipeline/index.js';
import { CasparianError, silentLogger } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { parserSettingsOf } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { reportReplays } from './replay-report.js';

/** Makes a suggestion the contract of its dataset, and replays its quarantined rows. */
export async function applySuggestion(invocation: Invocation<TenantOptions>, id: string): Promise<void> {
  const { output } = invocation;
  const stop = stopOnSignals();
  try {
    const parsers = await parserSettingsOf(invocation);
    await withTenant(invocation, async ({ engine, tenant }, settings) => {
      const { dataset, change, changed, replays } = await applyRepair(engine, { tenant, actor: settings.actor, id });
      output.message(
        changed ? `The contract of '${dataset}' is changed: ${change}.` : `'${dataset}' already has this contract.`,
      );
      const jobs = await waitForReplays(engine, replays, {
        ...pipelineRunner(engine, settings, parsers),
        ...{ tenant, logger: silentLogger, signal: stop.signal },
        onOwnWorker: () => output.message('No worker is running, so this process replays the rows.'),
      });
      if (jobs.length < replays.length) throw interrupted(replays.length - jobs.length);
      reportReplays(jobs, output);
    });
  } finally {
    stop.dispose();
  }
}

function interrupted(replays: number): CasparianError {
  return new CasparianError('INTERRUPTED', 'Interrupted', {
    why: `The contract is changed. ${replays === 1 ? 'One replay is' : `${replays} replays are`} still in the queue; the next worker runs them.`,
  });
}
