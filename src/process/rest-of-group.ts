import { setTimeout as delay } from 'node:timers/promises';
import type { RunningProgram } from './supervise.js';
import { isGroupAlive, signalGroup } from './process-group.js';

/** No event reports the end of a grandchild, so we poll. */
const ASK_AGAIN_MS = 20;

/** Without the group, only a process outside it still holds the pipes; earlier output has arrived by then. */
const PIPES_CLOSE_WITHIN_MS = 100;

/**
 * Called after the leader has ended: ends the rest of its group and reads their output. Takes at most slightly longer
 * than `withinMs`: a daemon that keeps a pipe open for years must not block the caller.
 */
export async function waitForRestOfGroup(program: RunningProgram, withinMs: number): Promise<void> {
  if (program.stays === true) return waitForPipes(program);
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
    // If our event loop is late, the timer may fire before the output is read. One turn reads everything a pipe can
    // hold.
    const catchUp = (): void => void (program.caughtUp?.().then(resolve) ?? setImmediate(resolve));
    const timer = setTimeout(catchUp, PIPES_CLOSE_WITHIN_MS);
    void program.closed.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
