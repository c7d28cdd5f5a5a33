import { resolve } from 'node:path';
import {
  expandInputs,
  findInterpreter,
  findParser,
  type OutputFormat,
  type QuarantineLimits,
  runInputs,
  type RunReport,
} from '../../../parse/index.js';
import { CasparianError, lazily } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { givenInputs } from '../../options/raw-arguments.js';
import { ReportedFailure } from '../../output/failure.js';
import { someSettings } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { createRunTalk } from './talk.js';
import { reportJson } from './report-json.js';

export interface RunOptions {
  out?: string;
  format: OutputFormat;
  python?: string;
  jobs: number;
  timeout?: number;
  memory?: number;
  failOnWarning?: boolean;
  traceback?: boolean;
}

/** Exit code for findings, given only when asked for. */
const FINDINGS = 5;

export async function run(invocation: Invocation<RunOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [parserPath = '', ...rest] = args.flat();
  const parser = await findParser(parserPath);
  const inputs = await expandInputs(givenInputs(rest));
  const interpreter = await findInterpreter(parser, { python: options.python, env: process.env });
  const traceback = options.traceback === true;
  const talk = createRunTalk(output, { parser, interpreter, inputs, parallel: options.jobs, traceback });
  const stop = stopOnSignals();
  try {
    const reports = await runInputs({
      parser,
      interpreter,
      inputs,
      parallel: options.jobs,
      directory: resolve(options.out ?? '.'),
      format: options.format,
      limits: lazily(() => quarantineLimits(invocation)),
      timeoutMs: options.timeout,
      memoryLimitBytes: options.memory,
      // Only one parser can talk with the person at the terminal.
      stdin: options.jobs === 1 ? 'inherit' : 'ignore',
      stdout: output.asJson ? 'stderr' : 'inherit',
      env: process.env,
      signal: stop.signal,
      onInput: talk.onInput,
      onReport: talk.onReport,
    });
    talk.end(reports);
    if (stop.signal.aborted) throw interrupted(reports);
    if (output.asJson) output.json(inputs.length === 1 ? reports.map(reportJson)[0] : reports.map(reportJson));
    const failed = reports.find(({ error }) => error !== null);
    if (failed?.error) throw new ReportedFailure(failed.error.exitCode);
    const warned = reports.some(({ status }) => status === 'completed_with_warnings');
    if (warned && options.failOnWarning) throw new ReportedFailure(FINDINGS);
  } finally {
    talk.dispose();
    stop.dispose();
  }
}

async function quarantineLimits(invocation: Invocation<RunOptions>): Promise<QuarantineLimits> {
  const settings = await someSettings(invocation, ['quarantine_threshold', 'max_quarantine_rows']);
  return { share: settings.quarantine_threshold, rows: settings.max_quarantine_rows };
}

/** What was complete before stays; the input that was being parsed leaves nothing. */
function interrupted(reports: readonly RunReport[]): CasparianError {
  const done = reports.filter(({ error }) => error === null).length;
  return new CasparianError('INTERRUPTED', 'Interrupted', {
    why:
      done === 0 ? 'Nothing was written.' : `${done} files were done before and stay; nothing of the rest was written.`,
  });
}
