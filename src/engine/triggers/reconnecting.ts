import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../../platform/index.js';
import type { Trigger, WakeHint } from '../trigger.js';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
const MAX_STOP_MS = 1_000;

export interface Session {
  wake: (hint: WakeHint) => void;
  /** Call it when the session listens. */
  ready: () => void;
  /** Aborted when the trigger is stopped; the session then returns. */
  stopped: AbortSignal;
}

/** A trigger over a connection that can break: each session runs until it throws, then the next one begins. */
export function reconnectingTrigger(name: string, code: string, listen: (session: Session) => Promise<void>): Trigger {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  return {
    name,
    start: (wake, logger) =>
      new Promise<void>((started) => {
        running = (async () => {
          let pauseMs = FIRST_PAUSE_MS;
          const ready = (): void => {
            pauseMs = FIRST_PAUSE_MS;
            started();
          };
          const isStopping = (): boolean => stopping.signal.aborted;
          while (!isStopping()) {
            try {
              await listen({ wake, ready, stopped: stopping.signal });
            } catch (error) {
              started();
              if (isStopping()) return;
              logger.warn(
                { trigger: name, code, error: errorMessage(error) },
                `${name} is unavailable; polling continues`,
              );
              await sleep(pauseMs * (0.5 + Math.random()), undefined, { signal: stopping.signal }).catch(
                () => undefined,
              );
              pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2);
            }
          }
        })();
      }),
    stop: async () => {
      stopping.abort();
      // A session that is still connecting ends by itself.
      await Promise.race([running, sleep(MAX_STOP_MS, undefined, { ref: false })]);
    },
  };
}
