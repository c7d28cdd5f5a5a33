import type { EventEmitter } from 'node:events';
import type { Trigger, WakeHint } from '../trigger.js';

/** The engine of this very process has enqueued or cancelled something. */
export function inProcessTrigger(signals: EventEmitter): Trigger {
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
