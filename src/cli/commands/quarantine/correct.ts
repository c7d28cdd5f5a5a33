import { pipelineRunner } from '../../../app/index.js';
import { waitForReplays } from '../../../operations/index.js';
import { type CorrectedValues, correctRow } from '../../../pipeline/index.js';
import { CasparianError, silentLogger } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { parserSettingsOf } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { reportReplays } from './replay-report.js';

export interface CorrectOptions extends TenantOptions {
  job: string;
  row: number;
  dataset?: string;
  set?: string[];
  null?: string[];
}

export async function run(invocation: Invocation<CorrectOptions>): Promise<void> {
  const { options, output } = invocation;
  const values = valuesOf(options);
  const stop = stopOnSignals();
  try {
    const parsers = await parserSettingsOf(invocation);
    await withTenant(invocation, async ({ engine, tenant }, settings) => {
      const row = { jobId: options.job.toLowerCase(), rowNumber: options.row, output: options.dataset };
      const { replay } = await correctRow(engine, { tenant, actor: settings.actor, row, values });
      const jobs = await waitForReplays(engine, [replay], {
        ...pipelineRunner(engine, settings, parsers),
        ...{ tenant, logger: silentLogger, signal: stop.signal },
        onOwnWorker: () => output.message('No worker is running, so this process replays the row.'),
      });
      if (jobs.length === 0) throw interrupted(replay);
      reportReplays(jobs, output);
    });
  } finally {
    stop.dispose();
  }
}

function valuesOf({ set = [], null: removed = [] }: CorrectOptions): CorrectedValues {
  const values = new Map<string, string | null>(removed.map((name) => [name, null]));
  for (const text of set) {
    const at = text.indexOf('=');
    if (at <= 0) {
      throw new CasparianError('OPTION_INVALID', `--set cannot be '${text}'`, {
        next: ['Write it like amount=12.50.'],
      });
    }
    values.set(text.slice(0, at), text.slice(at + 1));
  }
  return Object.fromEntries(values);
}

function interrupted(replay: string): CasparianError {
  return new CasparianError('INTERRUPTED', 'Interrupted', {
    why: `The correction is stored. Its replay ${replay} is still in the queue; the next worker runs it.`,
  });
}
