import { configuredHome, readerLimits } from '../../app/index.js';
import { shellWord } from '../../platform/index.js';
import { absoluteAddress } from '../../storage/index.js';
import { resolve } from 'node:path';
import { scanJson } from '../../operations/files/scan-json.js';
import { childEnvironment } from '../../bridge/index.js';
import { acceptAllRenames, type AcceptedRenames, scanFiles, type ScanFilesReport } from '../../operations/index.js';
import {
  type AutoRule,
  BUILTIN,
  openSpool,
  type PlanReport,
  requireTopic,
  type ScanProgress,
} from '../../pipeline/index.js';
import type { Invocation } from '../invocation.js';
import { requireAuto } from '../options/auto.js';
import type { SelectionOptions } from '../options/selection.js';
import { formatBytes } from '../output/bytes.js';
import type { Output } from '../output/output.js';
import { printable } from '../output/printable.js';
import { createProgressLine } from '../output/progress-line.js';
import type { TenantOptions } from '../options/tenant.js';
import { withTenant } from '../session.js';
import { parserSettingsOf, settingsOf } from '../settings.js';

export interface ScanOptions extends SelectionOptions {
  rehash?: boolean;
  auto?: boolean;
  dataset?: string;
  acceptRenames?: boolean;
}

const SHOWN_PROBLEMS = 10;

export async function run(invocation: Invocation<ScanOptions & TenantOptions>): Promise<void> {
  const { output, options, args } = invocation;
  const { tag: tags = [], auto = false, dataset } = options;
  tags.forEach(requireTopic);
  requireAuto(auto, dataset, options.acceptRenames);
  const { pattern: patterns = [], ignore = [], rehash = false } = options;
  const line = createProgressLine(output);
  const limits = readerLimits(await settingsOf(invocation), (await parserSettingsOf(invocation))(BUILTIN));
  const { report, renamed } = await withTenant(invocation, async (session, settings) => {
    const spool = openSpool(configuredHome(settings));
    const report = await scanFiles(session, {
      roots: args.flat().map(absoluteAddress),
      ...{ tags, patterns, ignore, rehash, home: resolve(settings.home), spool },
      auto: auto ? { dataset } : undefined,
      onProgress: (root, progress) => line.show(progressText(root, progress)),
    });
    if (!options.acceptRenames) return { report, renamed: undefined };
    const renamed = await acceptAllRenames(session.database, {
      ...{ limits, spool, signal: new AbortController().signal, env: childEnvironment(process.env, []) },
      onProgress: (name, files) => line.show(`${name}: contract of ${counted(files, 'file')}`),
    });
    return { report, renamed };
  });
  line.clear();
  if (output.asJson) return output.json({ ...scanJson(report), ...(renamed === undefined ? {} : { renamed }) });
  const { planned, rules, topicsWithoutParser } = report;
  printReport(output, tags, report);
  if (rules) printAuto(output, rules, planned);
  for (const one of renamed ?? []) printRenames(output, one);
  for (const topic of topicsWithoutParser) {
    output.message(
      `No parser subscribes to '${topic}'. To add a parser: casparian parser topics NAME add ${shellWord(topic)}`,
    );
  }
  if (!auto && topicsWithoutParser.length === 0 && isUnwanted(report)) {
    const folders = args.flat().map(shellWord).join(' ');
    output.message(
      `No parser subscribes to these files. To read them without a parser: casparian scan ${folders} --auto`,
    );
  }
}

function progressText(root: string, { discovered, bytesHashed }: ScanProgress): string {
  return `${root}: ${counted(discovered, 'file')}, ${formatBytes(bytesHashed)} read`;
}

/** New files that no parser reads. */
function isUnwanted({ scanned, planned }: ScanFilesReport): boolean {
  return scanned.changed > 0 && planned.jobsCreated === 0 && planned.alreadyProcessed === 0;
}

function printAuto(output: Output, rules: readonly AutoRule[], { builtinJobs, withoutReader }: PlanReport): void {
  if (builtinJobs > 0) output.print(`${counted(builtinJobs, 'file')} will be read without a parser`);
  // Counts all known files: the rule may match more than were scanned now.
  if (withoutReader > 0)
    output.print(`${counted(withoutReader, 'known file')} without a parser or reader: casparian files --status new`);
  for (const { pattern } of rules) {
    output.message(
      printable(`Stored as a rule for later scans. To remove it: casparian rule rm ${shellWord(pattern)}`),
    );
  }
}

function printRenames(output: Output, { dataset, columns }: AcceptedRenames): void {
  for (const { name, aliases } of columns) {
    output.print(printable(`${dataset}: ${aliases.map((alias) => `'${alias}'`).join(', ')} → '${name}'`));
  }
}

function printReport(output: Output, tags: readonly string[], { scanned, planned }: ScanFilesReport): void {
  const { discovered, changed, unchanged, missing, problems } = scanned;
  const tagged = tags.length === 0 ? '' : `, tagged with ${tags.map((tag) => `'${tag}'`).join(', ')}`;
  output.print(`Discovered ${counted(discovered, 'file')}${tagged}`);
  if (changed < discovered) output.print(`${counted(changed, 'file')} new or changed, ${unchanged} unchanged`);
  if (missing > 0) output.print(`${counted(missing, 'file')} no longer found`);
  if (planned.alreadyProcessed > 0) {
    output.print(
      `Already processed: ${counted(planned.alreadyProcessed, 'file')} with the same content as another file`,
    );
  }
  output.print(`Created ${counted(planned.jobsCreated, 'job')} (pending)`);
  for (const { path, message } of problems.slice(0, SHOWN_PROBLEMS))
    output.message(printable(`Skipped ${path}: ${message}`));
  const more = problems.length - SHOWN_PROBLEMS;
  if (more > 0) output.message(`… and ${more} more; use --json to list all.`);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
