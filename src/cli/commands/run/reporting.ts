import type { InputFile } from '../../../tables/index.js';
import type { QuarantineLimits, RunReport } from '../../../parse/index.js';
import { runReportJson } from '../../../parse/report/run-report-json.js';
import { CasparianError } from '../../../platform/index.js';
import { ReportedFailure } from '../../output/failure.js';
import { someSettings } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import type { RunInvocation } from './run-options.js';
import { createRunMessages, type RunMessages } from './messages.js';

/** Exit code for findings, used only if requested. */
const FINDINGS = 5;

/** Runs over all inputs, reports each, and ends with the matching exit code. */
export async function reporting(
  { options, output }: RunInvocation,
  inputs: readonly InputFile[],
  runAll: (messages: RunMessages, signal: AbortSignal) => Promise<RunReport[]>,
): Promise<void> {
  const messages = createRunMessages(output, { inputs, parallel: options.jobs, traceback: options.traceback === true });
  const stop = stopOnSignals();
  try {
    const reports = await runAll(messages, stop.signal);
    messages.end(reports);
    if (stop.signal.aborted) throw interrupted(reports);
    if (output.asJson) output.json(inputs.length === 1 ? reports.map(runReportJson)[0] : reports.map(runReportJson));
    const failed = reports.find(({ error }) => error !== null);
    if (failed?.error) throw new ReportedFailure(failed.error.exitCode);
    const warned = reports.some(({ status }) => status === 'completed_with_warnings');
    if (warned && options.failOnWarning) throw new ReportedFailure(FINDINGS);
  } finally {
    messages.dispose();
    stop.dispose();
  }
}

export async function quarantineLimits(invocation: RunInvocation): Promise<QuarantineLimits> {
  const settings = await someSettings(invocation, ['quarantine_threshold', 'max_quarantine_rows']);
  return { share: settings.quarantine_threshold, rows: settings.max_quarantine_rows };
}

/** Completed outputs stay; the interrupted input leaves nothing. */
function interrupted(reports: readonly RunReport[]): CasparianError {
  const done = reports.filter(({ error }) => error === null).length;
  return new CasparianError('INTERRUPTED', 'Interrupted', {
    why:
      done === 0
        ? 'Nothing was written.'
        : `${done === 1 ? '1 file was completed and is' : `${done} files were completed and are`} kept. The others wrote nothing.`,
  });
}
