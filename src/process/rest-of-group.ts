import { setTimeout as delay } from 'node:timers/promises';
import type { RunningProgram } from './supervise.js';
import { isGroupAlive, signalGroup } from './process-group.js';

/**
 * How long those a program leaves behind may take to finish by themselves, such as the `tee` behind its stdout or
 * Python's resource tracker. Then the run is over for them too.
 */
export const LINGER_MS = 500;

/** No event reports the end of a grandchild, so we poll. */
const ASK_AGAIN_MS = 20;

/** With the group gone, only a process outside it still holds the pipes; what was written before is here by then. */
const PIPES_CLOSE_WITHIN_MS = 100;

/**
 * The leader has ended: ends the rest of its group and reads what they wrote. Never takes
 * much longer than `withinMs`: a daemon that keeps our end of a pipe open for years must not keep the caller waiting.
 */
export async function waitForRestOfGroup(program: RunningProgram, withinMs: number): Promise<void> {
  const { pid } = program;
  const deadline = performance.now() + withinMs;
  while (isGroupAlive(pid)) {
    if (performance.now() >= deadline) {
      signalGroup(pid, 'SIGKILL');
      break;
    }
    await delay(ASK_AGAIN_MS);
  }
  await waitForPipes(program);
}

function waitForPipes(program: RunningProgram): Promise<void> {
  return new Promise((resolve) => {
    // The timer may come before the reading when our event loop is late. One turn reads all a pipe can hold.
    const catchUp = (): void => void (program.caughtUp?.().then(resolve) ?? setImmediate(resolve));
    const timer = setTimeout(catchUp, PIPES_CLOSE_WITHIN_MS);
    void program.closed.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
