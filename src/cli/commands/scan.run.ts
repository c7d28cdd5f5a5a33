import { resolve } from 'node:path';
import {
  allowAuto,
  type AutoRule,
  type PlanReport,
  planJobs,
  requireTopic,
  scanFolder,
  type ScanReport,
  type TenantDatabase,
  topicsWithoutParser,
} from '../../pipeline/index.js';
import type { Invocation } from '../invocation.js';
import { requireAuto } from '../options/auto.js';
import type { SelectionOptions } from '../options/selection.js';
import { formatBytes } from '../output/bytes.js';
import type { Output } from '../output/output.js';
import { printable } from '../output/printable.js';
import { createProgressLine } from '../output/progress-line.js';
import { shellWord } from '../output/shell-word.js';
import type { TenantOptions } from '../options/tenant.js';
import { withTenant } from '../session.js';

export interface ScanOptions extends SelectionOptions {
  rehash?: boolean;
  auto?: boolean;
  dataset?: string;
}

const SHOWN_PROBLEMS = 10;

export async function run(invocation: Invocation<ScanOptions & TenantOptions>): Promise<void> {
  const { output, options, args } = invocation;
  const { tag: tags = [], auto = false, dataset } = options;
  tags.forEach(requireTopic);
  requireAuto(auto, dataset);
  await withTenant(invocation, async ({ engine, tenant, database }, { home }) => {
    const scanned = sumOf(await scanAll(database, invocation, home));
    const rules = auto ? await allowAll(database, invocation) : [];
    const planned = await planJobs(engine, tenant);
    if (output.asJson)
      return output.json({ ...reportJson(scanned, planned), ...(auto ? autoJson(rules, planned) : {}) });
    printReport(output, tags, scanned, planned);
    if (auto) printAuto(output, rules, planned);
    const lonely = await topicsWithoutParser(database, tags);
    for (const topic of lonely) {
      output.talk(`No parser subscribes to '${topic}': casparian parser topics NAME add ${shellWord(topic)}`);
    }
    if (!auto && lonely.length === 0 && isUnwanted(scanned, planned)) {
      const folders = args.flat().map(shellWord).join(' ');
      output.talk(`No parser wants any of them. To read them without one: casparian scan ${folders} --auto`);
    }
  });
}

/** New files, of which nothing comes. */
function isUnwanted({ changed }: ScanReport, { jobsCreated, alreadyProcessed }: PlanReport): boolean {
  return changed > 0 && jobsCreated === 0 && alreadyProcessed === 0;
}

async function scanAll(
  database: TenantDatabase,
  invocation: Invocation<ScanOptions & TenantOptions>,
  home: string,
): Promise<ScanReport[]> {
  const { args, options, output } = invocation;
  const { tag: tags = [], pattern: patterns = [], ignore = [], rehash = false } = options;
  const line = createProgressLine(output);
  const reports: ScanReport[] = [];
  for (const root of args.flat().map((path) => resolve(path))) {
    const onProgress = ({ discovered, bytesHashed }: { discovered: number; bytesHashed: number }): void =>
      line.show(`${root}: ${counted(discovered, 'file')}, ${formatBytes(bytesHashed)} read`);
    reports.push(await scanFolder(database, { root, tags, patterns, ignore, rehash, home: resolve(home), onProgress }));
  }
  line.clear();
  return reports;
}

async function allowAll(
  database: TenantDatabase,
  { args, options }: Invocation<ScanOptions & TenantOptions>,
): Promise<AutoRule[]> {
  const rules: AutoRule[] = [];
  for (const folder of args.flat()) rules.push(await allowAuto(database, { folder, dataset: options.dataset }));
  return rules;
}

function sumOf(reports: readonly ScanReport[]): ScanReport {
  const sum = (field: 'discovered' | 'unchanged' | 'changed' | 'missing' | 'bytesHashed'): number =>
    reports.reduce((total, report) => total + report[field], 0);
  return {
    discovered: sum('discovered'),
    unchanged: sum('unchanged'),
    changed: sum('changed'),
    missing: sum('missing'),
    bytesHashed: sum('bytesHashed'),
    problems: reports.flatMap(({ problems }) => problems),
  };
}

function reportJson({ discovered, unchanged, changed, missing, problems }: ScanReport, planned: PlanReport): object {
  return {
    discovered,
    unchanged,
    changed,
    jobs_created: planned.jobsCreated,
    missing,
    already_processed: planned.alreadyProcessed,
    problems,
  };
}

/** Scripts depend on these names: add, never change. */
function autoJson(rules: readonly AutoRule[], { builtinJobs, withoutReader }: PlanReport): object {
  return { builtin_jobs: builtinJobs, without_reader: withoutReader, rules };
}

function printAuto(output: Output, rules: readonly AutoRule[], { builtinJobs, withoutReader }: PlanReport): void {
  if (builtinJobs > 0) output.print(`${counted(builtinJobs, 'file')} will be read without a parser`);
  // Of all files that are known: the rule may be for more of them than were scanned now.
  if (withoutReader > 0)
    output.print(`${counted(withoutReader, 'known file')} left that no reader takes: casparian files --status new`);
  for (const { pattern } of rules) {
    output.talk(
      printable(`Remembered for later scans and the watch; to end it: casparian rule rm ${shellWord(pattern)}`),
    );
  }
}

function printReport(output: Output, tags: readonly string[], scanned: ScanReport, planned: PlanReport): void {
  const { discovered, changed, unchanged, missing, problems } = scanned;
  const tagged = tags.length === 0 ? '' : `, tagged with ${tags.map((tag) => `'${tag}'`).join(', ')}`;
  output.print(`Discovered ${counted(discovered, 'file')}${tagged}`);
  if (changed < discovered) output.print(`${counted(changed, 'file')} new or changed, ${unchanged} unchanged`);
  if (missing > 0) output.print(`${counted(missing, 'file')} not found any more`);
  if (planned.alreadyProcessed > 0) {
    output.print(`Already processed: ${counted(planned.alreadyProcessed, 'file')} with the content of another`);
  }
  output.print(`Created ${counted(planned.jobsCreated, 'job')} (pending)`);
  for (const { path, message } of problems.slice(0, SHOWN_PROBLEMS))
    output.talk(printable(`Passed by ${path}: ${message}`));
  const more = problems.length - SHOWN_PROBLEMS;
  if (more > 0) output.talk(`… and ${more} more; --json lists all.`);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
