import { constants } from 'node:os';
import { errorMessage, type Logger } from '../../platform/index.js';

export type StopSignal = 'SIGINT' | 'SIGTERM';

export interface StopSignals {
  /** Resolves with the first signal. */
  readonly first: Promise<StopSignal>;
  dispose(): void;
}

/** The first signal asks for a graceful stop. The second one exits at once, with the exit code that a shell expects. */
export function listenForStopSignals(leaveNow: (signal: StopSignal, exitCode: number) => void): StopSignals {
  let asked = false;
  let resolveFirst: (signal: StopSignal) => void;
  const first = new Promise<StopSignal>((resolve) => (resolveFirst = resolve));
  const onSignal = (signal: StopSignal): void => {
    if (asked) leaveNow(signal, 128 + constants.signals[signal]);
    asked = true;
    resolveFirst(signal);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    first,
    dispose: () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
  };
}

/**
 * Logs an error that was not caught. The process still exits, because its state is unknown; this only writes the log
 * before it does.
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
