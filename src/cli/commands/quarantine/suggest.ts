import { suggestForDatasets } from '../../../operations/index.js';
import { configuredHome } from '../../../app/index.js';
import { openSpool, type RepairReport, type TriedRow, tryRepair } from '../../../pipeline/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { createProgressLine } from '../../output/progress-line.js';
import { count } from '../../output/row-counts.js';
import { type TenantSession, withTenant } from '../../session.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { applySuggestion } from './apply-suggestion.js';
import { reportLines, triedLines } from './suggest-text.js';

export interface SuggestOptions extends TenantOptions {
  try?: boolean;
  apply?: string;
}

const TRIED_ROWS = 5;

export async function run(invocation: Invocation<SuggestOptions>): Promise<void> {
  const { args, options, output } = invocation;
  if (options.apply !== undefined) return applySuggestion(invocation, options.apply);
  const stop = stopOnSignals();
  const progress = createProgressLine(output);
  try {
    await withTenant(invocation, async (session, settings) => {
      const reports = await suggestForDatasets(session, args[0], {
        ...{ spool: openSpool(configuredHome(settings)), signal: stop.signal },
        onProgress: ({ files, rows }) => progress.show(`${count(rows)} rows of ${count(files)} files checked`),
      });
      progress.clear();
      const tried = options.try ? await tryAll(session, reports) : undefined;
      if (output.asJson) return output.json(tried === undefined ? reports : { reports, tried: [...tried].map(asJson) });
      if (reports.length === 0) return output.message('No row is quarantined.');
      for (const report of reports) for (const line of reportLines(report, output)) output.print(line);
      for (const [id, rows] of tried ?? []) for (const line of triedLines(id, rows, output)) output.print(line);
    });
  } catch (error) {
    if (stop.signal.aborted) throw new CasparianError('INTERRUPTED', 'Interrupted', { cause: error });
    throw error;
  } finally {
    progress.clear();
    stop.dispose();
  }
}

async function tryAll({ database }: TenantSession, reports: readonly RepairReport[]): Promise<Map<string, TriedRow[]>> {
  const ids = reports.flatMap(({ groups }) => groups.flatMap(({ suggestions }) => suggestions.map(({ id }) => id)));
  const tried = new Map<string, TriedRow[]>();
  for (const id of ids) tried.set(id, await tryRepair(database, id, TRIED_ROWS));
  return tried;
}

function asJson([id, rows]: [string, readonly TriedRow[]]) {
  return { id, rows };
}
