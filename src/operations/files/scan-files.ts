import {
  allowAuto,
  type AutoRule,
  planJobs,
  type PlanReport,
  scanFolder,
  type ScanProgress,
  type ScanReport,
  type ScanRequest,
  topicsWithoutParser,
} from '../../pipeline/index.js';
import type { TenantScope } from '../tenant-scope.js';

export interface ScanFilesRequest extends Pick<
  ScanRequest,
  'tags' | 'patterns' | 'ignore' | 'rehash' | 'home' | 'spool' | 'signal'
> {
  /** Absolute paths of folders or files, or addresses in buckets. */
  readonly roots: readonly string[];
  /** From now on, read files in the folders that no parser is subscribed to with the built-in readers. */
  readonly auto?: { readonly dataset: string | undefined } | undefined;
  readonly onProgress?: ((root: string, progress: ScanProgress) => void) | undefined;
}

export interface ScanFilesReport {
  readonly scanned: ScanReport;
  readonly planned: PlanReport;
  /** Undefined without `auto`. */
  readonly rules: readonly AutoRule[] | undefined;
  /** The tags that no parser is subscribed to. */
  readonly topicsWithoutParser: readonly string[];
}

/** Records the files in folders, and creates a job for each file and parser that is subscribed to it. */
export async function scanFiles(
  { engine, tenant, database }: TenantScope,
  request: ScanFilesRequest,
): Promise<ScanFilesReport> {
  const { roots, auto, onProgress, ...selection } = request;
  const reports: ScanReport[] = [];
  for (const root of roots) {
    reports.push(
      await scanFolder(database, { ...selection, root, onProgress: (progress) => onProgress?.(root, progress) }),
    );
  }
  const rules: AutoRule[] = [];
  for (const folder of auto ? roots : []) rules.push(await allowAuto(database, { folder, dataset: auto?.dataset }));
  return {
    scanned: sumOf(reports),
    planned: await planJobs(engine, tenant),
    rules: auto && rules,
    topicsWithoutParser: await topicsWithoutParser(database, selection.tags),
  };
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
