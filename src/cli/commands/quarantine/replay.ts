import { pipelineRunner } from '../../../app/index.js';
import { findReplays, replayRows } from '../../../operations/index.js';
import { CasparianError, silentLogger } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { parserSettingsOf } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { reportReplays } from './replay-report.js';
import { count } from '../../output/row-counts.js';

export interface ReplayOptions {
  job?: string;
  parser?: string;
}

export async function run(invocation: Invocation<ReplayOptions & TenantOptions>): Promise<void> {
  const { options, output } = invocation;
  requireOne(options);
  const stop = stopOnSignals();
  try {
    const parsers = await parserSettingsOf(invocation);
    await withTenant(invocation, async (session, settings) => {
      const payloads = await findReplays(session, { job: options.job, parser: options.parser });
      const meant = payloads.reduce((sum, one) => sum + one.rows, 0);
      output.message(`Re-processing ${meant === 1 ? '1 quarantined row' : `${count(meant)} quarantined rows`}...`);
      const jobs = await replayRows(session.engine, payloads, {
        ...pipelineRunner(session.engine, settings, parsers),
        ...{ tenant: session.tenant, actor: settings.actor, logger: silentLogger, signal: stop.signal },
        onOwnWorker: () => output.message('No worker is running, so this process replays them.'),
      });
      if (jobs.length < payloads.length) throw interrupted(payloads.length - jobs.length);
      reportReplays(jobs, output);
    });
  } finally {
    stop.dispose();
  }
}

function requireOne({ job, parser }: ReplayOptions): void {
  if ((job === undefined) !== (parser === undefined)) return;
  throw new CasparianError('USAGE', 'replay needs either a job or a parser', {
    next: ['Add --job ID or --parser NAME.'],
  });
}

function interrupted(jobs: number): CasparianError {
  const which = jobs === 1 ? 'The replay is' : `${jobs} replays are`;
  return new CasparianError('INTERRUPTED', 'Interrupted', {
    why: `${which} still in the queue; the next worker runs the rest.`,
    next: ['Check them later: casparian jobs --type parse.replay'],
  });
}
