import { basename } from 'node:path';
import type { Engine } from '../../engine/index.js';
import { planJobs, type PlanReport, scanFolder, type ScanReport, type Spool } from '../../pipeline/index.js';
import { tenantDatabase } from '../../database/index.js';
import { type Advice, logUnrouted } from './log-routes.js';

export interface WatchedFolder {
  /** Absolute, or an address in a bucket. */
  readonly root: string;
  readonly tags: readonly string[];
  readonly patterns: readonly string[];
  readonly ignore: readonly string[];
  readonly home: string;
}

/** Up to this many files get a log line each. */
const FEW = 10;

/** Records files that have settled, or the whole folder, plans their jobs, and logs it. */
export async function takeFiles(
  { engine, tenant, spool }: { engine: Engine; tenant: string; spool: Spool },
  folder: WatchedFolder,
  paths: readonly string[] | undefined,
  { logger, hintText, signal }: Advice & { signal: AbortSignal },
): Promise<void> {
  const take = async (only: readonly string[] | undefined): Promise<ScanReport & PlanReport> => {
    const scan = await scanFolder(tenantDatabase(engine.database, tenant), {
      ...folder,
      ...{ rehash: false, only, spool, mayBeEmpty: true, signal },
    });
    for (const { path, message } of scan.problems) logger.warn({ path, error: message }, 'A file cannot be read');
    return { ...scan, ...(await planJobs(engine, tenant)) };
  };
  const adviseOn = async ({ changed, unrouted, unroutedExample }: ScanReport & PlanReport): Promise<void> => {
    if (changed === 0 || unroutedExample === null) return;
    const found = { files: unrouted, example: unroutedExample, folder: folder.root };
    await logUnrouted(tenantDatabase(engine.database, tenant), found, { logger, hintText });
  };
  if (paths === undefined || paths.length > FEW) {
    const report = await take(paths);
    if (report.changed > 0 || report.jobsCreated > 0) logger.info(fieldsOf(report), summary(report));
    return adviseOn(report);
  }
  for (const path of paths) {
    const report = await take([path]);
    if (report.changed > 0) logger.info({ path, ...fieldsOf(report) }, `New file: ${basename(path)} → ${fate(report)}`);
    await adviseOn(report);
  }
}

function fieldsOf({ changed, jobsCreated, alreadyProcessed }: ScanReport & PlanReport): object {
  return { changed, jobs_created: jobsCreated, already_processed: alreadyProcessed };
}

function summary({ changed, jobsCreated }: ScanReport & PlanReport): string {
  return `${count(changed, 'new file')} → ${count(jobsCreated, 'job')} created`;
}

function fate({ jobsCreated, alreadyProcessed }: PlanReport): string {
  if (jobsCreated === 1) return 'job created';
  if (jobsCreated > 1) return `${jobsCreated} jobs created`;
  return alreadyProcessed > 0 ? 'already processed, under another name' : 'no parser is subscribed to it';
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
