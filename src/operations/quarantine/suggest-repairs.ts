import { type RepairReport, quarantineGroups, suggestRepairs, type SuggestOptions } from '../../pipeline/index.js';
import { selectDatasets } from '../datasets/datasets.js';
import type { TenantScope } from '../tenant-scope.js';

/** Groups of all datasets, of which only the parsers and outputs are used. */
const MOST_GROUPS = 1_000;

/** Suggests repairs for one dataset, or for every dataset with quarantined rows. */
export async function suggestForDatasets(
  { database }: TenantScope,
  dataset: string | undefined,
  options: SuggestOptions,
): Promise<RepairReport[]> {
  const groups = await quarantineGroups(database, { statuses: ['quarantined'] }, MOST_GROUPS);
  const reports: RepairReport[] = [];
  for (const { name, parser, output } of await selectDatasets(database, dataset)) {
    const hasRows = groups.some((group) => group.parser === parser && group.output === output);
    if (!hasRows && dataset === undefined) continue;
    reports.push(await suggestRepairs(database, { dataset: name, parser, output }, options));
  }
  return reports;
}
