import { pipelineRunner } from '../../../app/index.js';
import { replayRows } from '../../../operations/index.js';
import { countEntries, type ReplayPayload, replayPayloads } from '../../../pipeline/index.js';
import { CasparianError, silentLogger } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { type TenantSession, withTenant } from '../../session.js';
import { parserSettingsOf } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { reportReplays } from './replay-report.js';
import { count, rows } from '../../output/row-counts.js';

export interface ReplayOptions {
  job?: string;
  parser?: string;
}

export async function run(invocation: Invocation<ReplayOptions & TenantOptions>): Promise<void> {
  const { options, output } = invocation;
  const stop = stopOnSignals();
  try {
    const parsers = await parserSettingsOf(invocation);
    await withTenant(invocation, async (session, settings) => {
      const payloads = await meantBy(options, session);
      const meant = payloads.reduce((sum, one) => sum + one.rows, 0);
      output.talk(`Re-processing ${meant === 1 ? '1 quarantined row' : `${count(meant)} quarantined rows`}...`);
      const jobs = await replayRows(session.engine, payloads, {
        ...pipelineRunner(session.engine, settings, parsers),
        ...{ tenant: session.tenant, logger: silentLogger, signal: stop.signal },
        onOwnWorker: () => output.talk('No worker is running: they are read here.'),
      });
      if (jobs.length < payloads.length) throw interrupted(payloads.length - jobs.length);
      reportReplays(jobs, output);
    });
  } finally {
    stop.dispose();
  }
}

async function meantBy(
  { job, parser }: ReplayOptions,
  session: TenantSession,
): Promise<(ReplayPayload & { rows: number })[]> {
  if ((job === undefined) === (parser === undefined)) {
    throw new CasparianError('USAGE', 'replay takes a job or a parser', {
      next: ['Name one: --job ID, or --parser NAME'],
    });
  }
  const filter = { jobId: job?.toLowerCase(), parser };
  const payloads = await replayPayloads(session.database, filter);
  if (payloads.length > 0) return payloads;
  // Whoever replays twice has nothing left to do, which is no mistake.
  if ((await countEntries(session.database, { ...filter, statuses: ['recovered'] })) > 0) return [];
  if (job !== undefined) await session.engine.job(job);
  const evidence = await countEntries(session.database, { ...filter, statuses: ['evidence'] });
  throw new CasparianError('QUARANTINE_EMPTY', `No row of ${job ?? `'${parser}'`} is quarantined`, {
    ...(evidence === 0 ? {} : { why: `${rows(evidence)} are kept as evidence of a failure: no output was made.` }),
    next: [
      evidence === 0 || job === undefined
        ? 'See where there are any: casparian quarantine list --summary'
        : `Correct the cause, then: casparian job retry ${job}`,
    ],
  });
}

function interrupted(jobs: number): CasparianError {
  const which = jobs === 1 ? 'The replay is' : `${jobs} replays are`;
  return new CasparianError('INTERRUPTED', 'Interrupted', {
    why: `${which} still in the queue: the next worker does what is left.`,
    next: ['See what became of it: casparian jobs --type parse.replay'],
  });
}
