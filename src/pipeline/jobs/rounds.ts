/** Runs the works of several jobs together, in rounds. */
export interface Rounds {
  /** Settles when the round of the work has ended: the jobs of a round then commit together. */
  join(work: () => Promise<void>): Promise<void>;
}

interface Waiting {
  readonly work: () => Promise<void>;
  readonly settle: (result: PromiseSettledResult<void>) => void;
}

/**
 * The shortest time between the starts of two rounds. Syncs to disk cost as much for one file as for several that are synced at the
 * same time, so files that end within this time share them. A file that ends alone does not wait.
 */
const SPACING_MS = 60;
/** More open files at a time are not faster. */
const MOST_TOGETHER = 64;

export function createRounds(spacingMs = SPACING_MS): Rounds {
  const waiting: Waiting[] = [];
  let isRunning = false;
  let lastStart = -Infinity;

  const run = async (): Promise<void> => {
    lastStart = performance.now();
    const round = waiting.splice(0, MOST_TOGETHER);
    const results = await Promise.allSettled(round.map(({ work }) => work()));
    round.forEach(({ settle }, index) => settle(results[index] as PromiseSettledResult<void>));
    isRunning = false;
    plan();
  };
  const plan = (): void => {
    if (isRunning || waiting.length === 0) return;
    isRunning = true;
    const pauseMs = lastStart + spacingMs - performance.now();
    if (pauseMs <= 0) void run();
    else setTimeout(() => void run(), pauseMs);
  };
  return {
    join: (work) =>
      new Promise((resolve, reject) => {
        const settle = (result: PromiseSettledResult<void>): void =>
          result.status === 'fulfilled' ? resolve() : reject(result.reason as Error);
        waiting.push({ work, settle });
        plan();
      }),
  };
}
