import type { ProcessReport } from './process-files.js';

export interface ProcessJson {
  readonly completed: number;
  readonly completed_with_warnings: number;
  readonly failed: number;
  readonly already_processed: number;
  /** Only if there are files that are not tables. */
  readonly skipped?: number;
  readonly rows_valid: number;
  /** Includes the bad rows of files that failed. */
  readonly rows_quarantined: number;
  /** Only if files failed because of their bad rows: these rows, and the others of these files, which were not written. */
  readonly rows_of_failed_files?: { readonly quarantined: number; readonly unwritten: number };
  /** Only if attempts failed whose jobs are tried again later: why, most frequent first. */
  readonly retries?: readonly { readonly code: string; readonly message: string; readonly count: number }[];
  /** Only if copies for other programs followed: how many are up to date, and why others are not. */
  readonly copies?: {
    readonly completed: number;
    readonly failures: readonly {
      readonly dataset: string;
      readonly job_id: string;
      readonly code: string;
      readonly message: string;
      readonly retried: boolean;
    }[];
  };
  /** Only after an interruption. */
  readonly returned?: number;
}

export function processJson(report: ProcessReport, { interrupted }: { interrupted: boolean }): ProcessJson {
  return {
    completed: report.completed,
    completed_with_warnings: report.completedWithWarnings,
    failed: report.failed,
    already_processed: report.alreadyProcessed,
    ...(report.skipped > 0 ? { skipped: report.skipped } : {}),
    rows_valid: report.rowsValid,
    rows_quarantined: report.rowsQuarantined,
    ...(report.failedRows.quarantined > 0 ? { rows_of_failed_files: report.failedRows } : {}),
    ...(report.retries.length > 0
      ? { retries: report.retries.map(({ code, message, count }) => ({ code, message, count })) }
      : {}),
    ...copiesJson(report.copies),
    ...(interrupted ? { returned: report.returned } : {}),
  };
}

function copiesJson({ completed, failures }: ProcessReport['copies']): Pick<ProcessJson, 'copies'> {
  if (completed + failures.length === 0) return {};
  const failed = failures.map(({ dataset, jobId, code, message, isRetried }) => ({
    ...{ dataset, job_id: jobId, code, message, retried: isRetried },
  }));
  return { copies: { completed, failures: failed } };
}
