import { countRows } from '../../../operations/index.js';
import { entryJson } from '../../../pipeline/quarantine/entry-json.js';
import {
  entriesOfJob,
  findEntries,
  jobsWithEntries,
  type QuarantineEntry,
  type QuarantineFilter,
  quarantineGroups,
} from '../../../pipeline/index.js';
import { groupJson } from '../../../pipeline/quarantine/group-json.js';
import type { Invocation } from '../../invocation.js';
import { DEFAULT_LIMIT, limitOf } from '../../options/limit.js';
import type { Output } from '../../output/output.js';
import { writeLines } from '../../output/write-lines.js';
import type { TenantOptions } from '../../options/tenant.js';
import { type TenantSession, withTenant } from '../../session.js';
import { type FilterOptions, filterOf } from './filter.js';
import { groupLines } from './groups-text.js';
import { entryLines, stateOf } from './entry-text.js';
import { count, rows } from '../../output/row-counts.js';

export interface ListOptions extends FilterOptions {
  limit?: number;
  summary?: boolean;
  skipped?: boolean;
}

/** The number of groups above the rows. */
const GROUPS_ABOVE = 5;

export async function run(invocation: Invocation<ListOptions & TenantOptions>): Promise<void> {
  const { options, output } = invocation;
  if (options.skipped) return (await import('./list-skipped.js')).listSkipped(invocation);
  // Rows of files that failed count too, marked as such.
  await withTenant(invocation, async (session) => {
    const status = options.status ?? ['quarantined', 'evidence'];
    const filter = filterOf({ ...options, status });
    const total = await countRows(session, filter);
    if (options.summary) return summarize(session, filter, limitOf(options, output), output);
    if (output.asJson) {
      const { limit = Infinity } = options;
      if (limit < total) output.warning(`Showing the first ${rows(limit)} of ${count(total)}; use --limit for more.`);
      return writeLines(process.stdout, jsonArray(findEntries(session.database, filter), options.limit));
    }
    if (total === 0) return output.message('No quarantined row matches.');
    await printGroups(session, filter, GROUPS_ABOVE, output);
    const shown = await printRows(session, filter, options.limit ?? DEFAULT_LIMIT, output);
    if (shown.rows < total)
      output.message(`\n${rows(shown.rows)} of ${count(total)} shown; use --limit for more, or export all.`);
    if (shown.newestJob !== undefined) hint(shown.newestJob, output);
  });
}

async function summarize(
  session: TenantSession,
  filter: QuarantineFilter,
  limit: number,
  output: Output,
): Promise<void> {
  if (output.asJson) {
    const groups = await quarantineGroups(session.database, filter, limit);
    return output.print(`[${groups.map(groupJson).join(',\n')}]`);
  }
  const printed = await printGroups(session, filter, limit, output);
  if (printed === 0) output.message('No quarantined row matches.');
}

async function printGroups(
  session: TenantSession,
  filter: QuarantineFilter,
  limit: number,
  output: Output,
): Promise<number> {
  const groups = await quarantineGroups(session.database, filter, limit);
  for (const group of groups) for (const line of groupLines(group, output)) output.print(line);
  if (groups.length === limit) output.message('These are the largest groups; use --summary --limit N for more.');
  return groups.length;
}

async function printRows(
  session: TenantSession,
  filter: QuarantineFilter,
  limit: number,
  output: Output,
): Promise<Shown> {
  const shown: Shown = { rows: 0, newestJob: undefined };
  for await (const job of jobsWithEntries(session.database, filter)) {
    let isFirst = true;
    for await (const entry of entriesOfJob(session.database, filter, job.jobId)) {
      if (shown.rows === limit) return shown;
      if (isFirst) output.print(`\nJob ${job.jobId}: ${rows(job.rows)} ${stateOf(filter, entry)}`);
      isFirst = false;
      output.print(`\n${entryLines(entry, output).join('\n')}`);
      if (entry.status === 'quarantined') shown.newestJob ??= job.jobId;
      shown.rows++;
    }
  }
  return shown;
}

interface Shown {
  rows: number;
  newestJob: string | undefined;
}

/** An array with one row per line, without holding all of them in memory. */
async function* jsonArray(entries: AsyncIterable<QuarantineEntry>, limit = Infinity): AsyncGenerator<string> {
  let written = 0;
  for await (const entry of entries) {
    if (written === limit) break;
    yield `${written++ === 0 ? '[' : ',\n'}${entryJson(entry)}`;
  }
  yield written === 0 ? '[]\n' : ']\n';
}

function hint(jobId: string, output: Output): void {
  output.message(`\nAfter fixing the file or parser: casparian quarantine replay --job ${jobId}`);
  output.message(`To export all rows:              casparian quarantine export --job ${jobId} --output rows.csv`);
  output.message(`To discard them:                 casparian quarantine discard --job ${jobId} --reason '…'`);
}
