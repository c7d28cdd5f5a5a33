import { constants } from 'node:os';

export type StopSignal = 'SIGINT' | 'SIGTERM';

export interface StopSignals {
  /** Resolves with the first signal. */
  readonly first: Promise<StopSignal>;
  dispose(): void;
}

/** The first signal asks for a graceful stop; the second means now, with the exit code a shell expects of it. */
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
