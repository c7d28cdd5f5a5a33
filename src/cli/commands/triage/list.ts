import { shellLine } from '../../../platform/index.js';
import { type Engine, requireTenant, type TroubleFilter } from '../../../engine/index.js';
import { troubledJobJson } from '../../../engine/job-json.js';
import { summarizeTrouble, troubledJobs } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { limitOf } from '../../options/limit.js';
import type { Output } from '../../output/output.js';
import { withEngine } from '../../session.js';
import { jobs } from './act.js';
import { type FilterOptions, isFiltered, troubleFilter } from './filter.js';
import { groupText } from './group-text.js';

export async function run(invocation: Invocation<FilterOptions>): Promise<void> {
  const { options, output } = invocation;
  await withEngine(invocation, async (engine) => {
    const filter = troubleFilter({ ...options, limit: limitOf(options, output) });
    if (filter.tenant !== undefined) await requireTenant(engine.database, filter.tenant);
    if (output.asJson) return output.json((await troubledJobs(engine, filter)).map(troubledJobJson));
    await printGroups(engine, filter, output);
  });
}

async function printGroups(engine: Engine, filter: TroubleFilter, output: Output): Promise<void> {
  const { groups, total, capped } = await summarizeTrouble(engine, filter);
  const [first] = groups;
  if (first === undefined) {
    return output.message(isFiltered(filter) ? 'No failed or dead job matches.' : 'No job has failed.');
  }
  const now = Date.now();
  for (const group of groups) {
    output.print(`${groupText(group, group.example, { now, output })}\n`);
  }
  const shown = groups.reduce((sum, { count }) => sum + count, 0);
  output.message(
    shown === total ? `${jobs(total)} in total.` : `${jobs(shown)} of ${total} shown; use --limit for more groups.`,
  );
  if (capped) output.message('Only the newest 10,000 failed and 10,000 dead jobs were looked at.');
  const which = shellLine(['--type', first.type, ...(first.code === null ? [] : ['--code', first.code])]);
  output.message(`After fixing the cause: casparian triage retry ${which}`);
  output.message(`To cancel them:         casparian triage cancel ${which}`);
}
