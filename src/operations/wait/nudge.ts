/** A pause that somebody can cut short. */
export interface Nudge {
  /** Ends the pause, or the next one when there is none. */
  now(): void;
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

export function createNudge(): Nudge {
  let isOwed = false;
  let endPause: (() => void) | undefined;
  return {
    now: () => {
      isOwed = true;
      endPause?.();
    },
    pause: (ms, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          endPause = undefined;
          isOwed = false;
          resolve();
        };
        const timer = setTimeout(end, ms);
        signal.addEventListener('abort', end);
        endPause = end;
        if (isOwed || signal.aborted) end();
      }),
  };
}
