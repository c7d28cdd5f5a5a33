import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ENQUEUER = fileURLToPath(new URL('enqueuer.mjs', import.meta.url));

/** Starts the enqueuing process. `ready` resolves after its warm-up, `finished` when all jobs are accepted. */
export function startEnqueuer(order) {
  const child = fork(ENQUEUER, [JSON.stringify(order)]);
  const finished = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`the enqueuing process failed with exit code ${code}`);
  });
  const ready = Promise.race([once(child, 'message'), finished]);
  return { ready, finished };
}
