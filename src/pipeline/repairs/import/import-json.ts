import type { ImportReport } from './import-corrections.js';

/** What an import of corrections did, or in a dry run would do. */
export interface ImportReportJson {
  readonly dry_run: boolean;
  readonly rows: number;
  readonly unchanged: number;
  readonly corrected: number;
  readonly rejected: number;
  readonly changes: readonly {
    readonly line: number;
    readonly row_id: string;
    readonly row_number: number;
    readonly source: string;
    readonly columns: readonly { readonly name: string; readonly old: string | null; readonly new: string | null }[];
  }[];
  readonly problems: readonly { readonly line: number; readonly row_id: string | null; readonly message: string }[];
  readonly unknown_columns: readonly string[];
  readonly job_ids: readonly string[];
}

export function importReportJson(report: ImportReport, dryRun: boolean): ImportReportJson {
  const { rows, unchanged, corrected, rejected, changes, problems } = report;
  return {
    ...{ dry_run: dryRun, rows, unchanged, corrected, rejected },
    changes: changes.map(({ line, rowId, rowNumber, source, columns }) => ({
      ...{ line, row_id: rowId, row_number: rowNumber, source, columns },
    })),
    problems: problems.map(({ line, rowId, message }) => ({ line, row_id: rowId, message })),
    unknown_columns: report.unknownColumns,
    job_ids: report.replays,
  };
}
