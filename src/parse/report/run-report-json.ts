import { type ErrorJson, errorJson } from '../../platform/index.js';
import type { Drift, SkippedLine } from '../../tables/index.js';
import type { RunReport } from './report.js';

/** The result of one input. */
export interface RunReportJson {
  readonly status: RunReport['status'];
  readonly input: string;
  readonly parser: string | null;
  readonly parser_version: string | null;
  readonly rows_in: number;
  readonly rows_valid: number;
  readonly rows_quarantined: number;
  readonly outputs: RunReport['outputs'];
  readonly quarantine: { readonly path: string; readonly rows: number } | null;
  /** One per output. */
  readonly quarantines: RunReport['quarantines'];
  /** Empty texts of a parser that became null, by output and column. */
  readonly empty_texts: RunReport['emptyTexts'];
  readonly interpreter: string | null;
  readonly interpreter_chosen_by: string | null;
  readonly duration_ms: number;
  readonly error: ErrorJson | null;
  readonly traceback: string | null;
  /** Null with a parser: only the built-in readers count lines. */
  readonly accounting: RunReport['accounting'];
  /** How the columns differ from the contract; null without one. */
  readonly drift: Drift | null;
  /** What may be wrong although the file was read. */
  readonly warnings: readonly string[];
  /** Lines that are not part of a row: how many, the file with all of them, and the first ones. */
  readonly skipped: { readonly lines: number; readonly path: string | null; readonly first: readonly SkippedLine[] };
}

export function runReportJson(report: RunReport): RunReportJson {
  const [first] = report.quarantines;
  return {
    status: report.status,
    input: report.input,
    parser: report.parser?.name ?? null,
    parser_version: report.parser?.version ?? null,
    rows_in: report.rowsIn,
    rows_valid: report.rowsValid,
    rows_quarantined: report.rowsQuarantined,
    outputs: report.outputs,
    quarantine: first === undefined ? null : { path: first.path, rows: first.rows },
    quarantines: report.quarantines,
    empty_texts: report.emptyTexts,
    interpreter: report.interpreter?.path ?? null,
    interpreter_chosen_by: report.interpreter?.chosenBy ?? null,
    duration_ms: report.durationMs,
    error: report.error === null ? null : errorJson(report.error),
    traceback: report.traceback,
    accounting: report.accounting,
    drift: report.reading?.drift ?? null,
    warnings: report.reading?.warnings ?? [],
    skipped: { lines: report.skipped.count, path: report.skipped.path, first: report.skipped.shown },
  };
}
