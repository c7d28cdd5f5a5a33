import type { Trigger, WakeHint, WakeSignals } from '../trigger.js';

/** The engine of this process has enqueued or cancelled a job. */
export function inProcessTrigger(signals: WakeSignals): Trigger {
  let listener: ((hint: WakeHint) => void) | undefined;
  return {
    name: 'in-process',
    start: (wake) => {
      listener = wake;
      signals.on('wake', listener);
      return Promise.resolve();
    },
    stop: () => {
      if (listener) signals.off('wake', listener);
      return Promise.resolve();
    },
  };
}
