import { constants } from 'node:os';
import { openConfiguredEngine, pipelineRunner, USUAL_PARALLEL } from '../../app/index.js';
import { processFiles } from '../../operations/index.js';
import { processJson } from '../../operations/process/process-json.js';
import { type Logger, optimiseLater } from '../../platform/index.js';
import type { Invocation } from '../invocation.js';
import type { TenantOptions } from '../options/tenant.js';
import { ReportedFailure } from '../output/failure.js';
import { tenantOf } from '../session.js';
import { parserSettingsOf, settingsOf } from '../settings.js';
import { stopOnSignals } from '../stop-on-signals.js';
import { createProcessMessages, type ProcessMessages } from './process.messages.js';

export interface ProcessOptions extends TenantOptions {
  limit?: number;
  parser?: string;
  jobs?: number;
  auto?: boolean;
}

export async function run(invocation: Invocation<ProcessOptions>): Promise<void> {
  optimiseLater();
  const { output } = invocation;
  // `--jobs` is the number of files at a time here, not the setting of the same name.
  const { jobs: parallel = USUAL_PARALLEL, limit, parser, auto = false, ...options } = invocation.options;
  const [settings, parsers] = [
    await settingsOf({ ...invocation, options }),
    await parserSettingsOf({ ...invocation, options }),
  ];
  const messages = createProcessMessages(output);
  const logger = loggerOf(messages);
  const stop = stopOnSignals();
  stop.signal.addEventListener('abort', () => messages.stopping(), { once: true });
  const engine = await openConfiguredEngine(settings, logger);
  try {
    const { onBegin, onProgress, onCopies } = messages;
    const asked = { tenant: tenantOf(invocation.options), parser, parallel, limit, auto };
    const runner = pipelineRunner(engine, settings, parsers);
    const request = { ...runner, ...asked, logger, signal: stop.signal, onBegin, onProgress, onCopies };
    const report = await processFiles(engine, request);
    if (output.asJson) output.json(processJson(report, { interrupted: stop.signal.aborted }));
    else messages.end(report, stop.signal.aborted);
    if (stop.signal.aborted) throw new ReportedFailure(128 + constants.signals[stop.signal.reason as NodeJS.Signals]);
    const isCopyFailed = report.copies.failures.some(({ isRetried }) => !isRetried);
    if (report.failed > 0 || isCopyFailed) throw new ReportedFailure(1);
  } finally {
    messages.dispose();
    stop.dispose();
    await engine.close();
  }
}

/** A cause is named once, however often it makes something fail: a full disk stops claims, leases and endings. */
function loggerOf(messages: ProcessMessages): Logger {
  const named = new Set<string>();
  const warn = (fields: object, message: string): void => {
    const cause = 'error' in fields ? String(fields.error) : message;
    if (named.has(cause)) return;
    named.add(cause);
    messages.warn(cause === message ? message : `${message} (${cause})`);
  };
  const nothing = (): void => undefined;
  return { debug: nothing, info: nothing, warn, error: warn };
}
