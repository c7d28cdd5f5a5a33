import { requireTenant } from '../../../engine/index.js';
import { triageJobs, type TriageRequest } from '../../../operations/index.js';
import { triageJson } from '../../../operations/jobs/job-operations-json.js';
import { confirm } from '../../confirm.js';
import type { Invocation } from '../../invocation.js';
import { printable } from '../../output/printable.js';
import { withEngine } from '../../session.js';
import { type FilterOptions, requireFilter, troubleFilter } from './filter.js';

export interface ActOptions extends FilterOptions {
  all?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  sameVersion?: boolean;
}

/** An action on all selected jobs. */
export interface Act {
  readonly action: TriageRequest['action'];
  readonly done: 'retried' | 'cancelled';
}

export async function act(invocation: Invocation<ActOptions>, { action, done }: Act): Promise<void> {
  const { options, output } = invocation;
  requireFilter(troubleFilter(options), options.all === true, action);
  const ask = (count: number): Promise<void> => confirm(`${capitalized(action)} ${jobs(count)}?`, output);
  const { sameVersion, dryRun } = options;
  const request = { action, sameVersion, dryRun, confirm: options.yes ? undefined : ask };
  const report = await withEngine(invocation, async (engine, { actor }) => {
    const filter = troubleFilter(options);
    if (filter.tenant !== undefined) await requireTenant(engine.database, filter.tenant);
    return triageJobs(engine, { ...request, filter, actor });
  });
  if (output.asJson) return output.json(triageJson(report, action));
  const { matched, changed, parsers } = report;
  if (matched === 0) return output.message('No failed or dead job matches.');
  output.print(options.dryRun ? `${jobs(matched)} would be ${done}.` : `${jobs(changed)} ${done}.`);
  for (const used of parsers) {
    const which = printable(`${used.parser} v${used.version}`);
    output.print(`${used.jobs === 1 ? '1 job uses' : `${jobs(used.jobs)} use`} ${which}.`);
  }
}

export function jobs(count: number): string {
  return count === 1 ? '1 job' : `${count.toLocaleString('en-US')} jobs`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
