import type { RunReport } from '../../../parse/index.js';
import { failureDocument } from '../../output/failure.js';

/** The report as scripts know it; its names do not change. */
export function reportJson(report: RunReport): object {
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
    // A parser with several outputs has a quarantine for each.
    quarantines: report.quarantines,
    interpreter: report.interpreter?.path ?? null,
    interpreter_chosen_by: report.interpreter?.chosenBy ?? null,
    duration_ms: report.durationMs,
    error: report.error === null ? null : failureDocument(report.error).error,
    traceback: report.traceback,
    // Null with a parser: only our own readers know of lines.
    accounting: report.accounting,
    // How the columns differ from those of --contract; null without one.
    drift: report.reading?.drift ?? null,
  };
}
