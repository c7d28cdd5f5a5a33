import type { AutoRule, ScanProblem } from '../../pipeline/index.js';
import type { AddedRule } from './plan-files.js';
import type { ScanFilesReport } from './scan-files.js';

export interface ScanJson {
  readonly discovered: number;
  readonly unchanged: number;
  readonly changed: number;
  readonly jobs_created: number;
  readonly missing: number;
  readonly already_processed: number;
  readonly problems: readonly ScanProblem[];
  /** The last three only with `auto`. */
  readonly builtin_jobs?: number;
  readonly without_reader?: number;
  readonly rules?: readonly AutoRule[];
}

export function scanJson({ scanned, planned, rules }: ScanFilesReport): ScanJson {
  const { discovered, unchanged, changed, missing, problems } = scanned;
  const { jobsCreated, alreadyProcessed, builtinJobs, withoutReader } = planned;
  return {
    discovered,
    unchanged,
    changed,
    jobs_created: jobsCreated,
    missing,
    already_processed: alreadyProcessed,
    problems,
    ...(rules ? { builtin_jobs: builtinJobs, without_reader: withoutReader, rules } : {}),
  };
}

export interface AddedRuleJson {
  readonly pattern: string;
  readonly topic: string;
  readonly added: boolean;
  readonly jobs_created: number;
}

export function addedRuleJson({ pattern, topic, added, jobsCreated }: AddedRule): AddedRuleJson {
  return { pattern, topic, added, jobs_created: jobsCreated };
}
