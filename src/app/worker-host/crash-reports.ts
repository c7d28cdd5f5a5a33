import { errorMessage, type Logger } from '../../platform/index.js';

/**
 * An error nobody caught ends the process, as it should: nothing is known about its state. This only sees to it that
 * the log says so before it does.
 */
export function crashReports(logger: Logger, flush: () => void): { dispose(): void } {
  const report = (error: unknown): void => {
    const stack = error instanceof Error ? error.stack : undefined;
    logger.error(
      { code: 'INTERNAL', error: errorMessage(error), stack },
      'The worker crashed: an error was not caught',
    );
    flush();
  };
  process.on('uncaughtExceptionMonitor', report);
  return { dispose: () => void process.off('uncaughtExceptionMonitor', report) };
}
