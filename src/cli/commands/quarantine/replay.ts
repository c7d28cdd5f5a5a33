import { pipelineRunner } from '../../../app/index.js';
import { findReplays, replayRows, type Replays } from '../../../operations/index.js';
import { CasparianError, silentLogger } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { parserSettingsOf } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { wholeJobId } from './filter.js';
import { reportReplays } from './replay-report.js';
import { BUILTIN, findRegistered } from '../../../pipeline/index.js';
import type { TenantExecutor } from '../../../database/index.js';
import { printable } from '../../output/printable.js';
import { count } from '../../output/row-counts.js';

export interface ReplayOptions {
  job?: string;
  parser?: string;
  sameVersion?: boolean;
}

export async function run(invocation: Invocation<ReplayOptions & TenantOptions>): Promise<void> {
  const { options, output } = invocation;
  requireOne(options);
  const stop = stopOnSignals();
  try {
    const parsers = await parserSettingsOf(invocation);
    await withTenant(invocation, async (session, settings) => {
      const { parser, sameVersion } = options;
      const job = await wholeJobId(session.engine, options.job);
      const replays = await findReplays(session, { job, parser, sameVersion });
      output.message(`Re-processing ${await described(session.database, replays, sameVersion === true)}...`);
      const jobs = await replayRows(session.engine, replays, {
        ...{ ...pipelineRunner(session.engine, settings, parsers), sameVersion },
        ...{ tenant: session.tenant, actor: settings.actor, logger: silentLogger, signal: stop.signal },
        onOwnWorker: () => output.message('No worker is running, so this process replays them.'),
      });
      const asked = replays.rows.length + replays.failedJobs.length;
      if (jobs.length < asked) throw interrupted(asked - jobs.length);
      reportReplays(jobs, output);
    });
  } finally {
    stop.dispose();
  }
}

/** What is read again, and with which version of the parsers. */
async function described(
  database: TenantExecutor,
  { rows, failedJobs }: Replays,
  sameVersion: boolean,
): Promise<string> {
  const meant = rows.reduce((sum, one) => sum + one.rows, 0);
  const parts = [
    ...(meant === 0 && failedJobs.length > 0
      ? []
      : [`${meant === 1 ? '1 quarantined row' : `${count(meant)} quarantined rows`}`]),
    ...(failedJobs.length === 0
      ? []
      : [failedJobs.length === 1 ? '1 failed file' : `${count(failedJobs.length)} failed files`]),
  ];
  const what = parts.join(' and ');
  if (sameVersion) return `${what} with the same version as before`;
  const names = [...new Set(rows.map(({ parser }) => parser))].filter((name) => name !== BUILTIN);
  const current = await Promise.all(names.map((name) => findRegistered(database, name)));
  const versions = current.flatMap((parser) => (parser ? [printable(`${parser.name} v${parser.version}`)] : []));
  return versions.length === 0 ? what : `${what} with ${versions.join(', ')}`;
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
