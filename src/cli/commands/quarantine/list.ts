import type { Engine } from '../../../engine/index.js';
import {
  entriesOfJob,
  entryJson,
  findEntries,
  jobsWithEntries,
  type QuarantineEntry,
  type QuarantineFilter,
  quarantineGroups,
} from '../../../pipeline/index.js';
import type { Invocation } from '../../invocation.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { writeLines } from '../../output/write-lines.js';
import { withEngine } from '../../session.js';
import { countMeant, type FilterOptions, quarantineFilter } from './filter.js';
import { groupsJson } from './groups-json.js';
import { groupLines } from './groups-text.js';
import { cut, rowLabel, rows } from './words.js';

export interface ListOptions extends FilterOptions {
  limit?: number;
  summary?: boolean;
}

const DEFAULT_ROWS = 50;
/** The groups that stand above the rows, and those that stand alone. */
const GROUPS_ABOVE = 5;
const GROUPS_ALONE = 50;
const INDENT = 10;

export async function run(invocation: Invocation<ListOptions>): Promise<void> {
  const { options, output } = invocation;
  const filter = quarantineFilter(options);
  await withEngine(invocation, async (engine) => {
    const total = await countMeant(engine, filter);
    if (options.summary) return summarize(engine, filter, options.limit ?? GROUPS_ALONE, output);
    if (output.asJson)
      return writeLines(process.stdout, jsonArray(findEntries(engine.database, filter), options.limit));
    if (total === 0) return output.talk('No quarantined row matches.');
    await printGroups(engine, filter, GROUPS_ABOVE, output);
    const shown = await printRows(engine, filter, options.limit ?? DEFAULT_ROWS, output);
    if (shown < total) output.talk(`${rows(shown)} of ${rows(total)} shown; --limit shows more, export all.`);
    hint(filter, output);
  });
}

async function summarize(engine: Engine, filter: QuarantineFilter, limit: number, output: Output): Promise<void> {
  if (output.asJson) return output.print(groupsJson(await quarantineGroups(engine.database, filter, limit)));
  const printed = await printGroups(engine, filter, limit, output);
  if (printed === 0) output.talk('No quarantined row matches.');
}

async function printGroups(engine: Engine, filter: QuarantineFilter, limit: number, output: Output): Promise<number> {
  const groups = await quarantineGroups(engine.database, filter, limit);
  for (const group of groups) for (const line of groupLines(group, output)) output.print(line);
  if (groups.length === limit) output.talk('These are the largest groups; --summary --limit N shows more.');
  return groups.length;
}

async function printRows(engine: Engine, filter: QuarantineFilter, limit: number, output: Output): Promise<number> {
  let shown = 0;
  for await (const job of jobsWithEntries(engine.database, filter)) {
    let isFirst = true;
    for await (const entry of entriesOfJob(engine.database, filter, job.jobId)) {
      if (shown === limit) return shown;
      if (isFirst) output.print(`\nJob ${job.jobId}: ${rows(job.rows)} ${stateOf(filter, entry)}`);
      isFirst = false;
      output.print(`\n${rowLines(entry, output).join('\n')}`);
      shown++;
    }
  }
  return shown;
}

function stateOf({ statuses, jobId }: QuarantineFilter, { status }: QuarantineEntry): string {
  if (status === 'evidence') return 'kept as evidence of its failure';
  return statuses.length === 1 || jobId !== undefined ? status : statuses.join(' or ');
}

function rowLines(entry: QuarantineEntry, output: Output): string[] {
  const label = rowLabel(entry).padEnd(INDENT - 1);
  const others = entry.errorCount > 1 ? ` (and ${entry.errorCount - 1} more in this row)` : '';
  const column = entry.column === null ? '' : `${entry.column}: `;
  return [
    cut(printable(`${label} ${entry.raw}`), output.width),
    cut(printable(`${' '.repeat(INDENT)}Error: ${column}${entry.errorMessage}${others}`), output.width),
  ];
}

/** An array with a row on each line, without ever holding all of them. */
async function* jsonArray(entries: AsyncIterable<QuarantineEntry>, limit = Infinity): AsyncGenerator<string> {
  let written = 0;
  for await (const entry of entries) {
    if (written === limit) break;
    yield `${written++ === 0 ? '[' : ',\n'}${entryJson(entry)}`;
  }
  yield written === 0 ? '[]\n' : ']\n';
}

function hint({ jobId, parser, statuses }: QuarantineFilter, output: Output): void {
  if (!statuses.includes('quarantined')) return;
  const which = jobId !== undefined ? `--job ${jobId}` : parser !== undefined ? `--parser ${parser}` : '--job ID';
  output.talk(`\nFix the file or the parser, then: casparian quarantine replay ${which}`);
  output.talk(`Look at all of them:              casparian quarantine export ${which} --output rows.csv`);
  output.talk(`Give them up:                     casparian quarantine discard ${which} --reason '…'`);
}
