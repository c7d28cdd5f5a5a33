import { setTimeout as delay } from 'node:timers/promises';
import { isGroupAlive, signalGroup } from '../process-group.js';
import { createStrayKiller } from '../strays.js';

/** The grace period of programs whose worker is gone. A shutdown of the machine may be waiting for them. */
const GRACE_MS = 1_000;

const ASK_AGAIN_MS = 20;

/** A process that was between fork and exec has an environment by then. */
const LOOK_AGAIN_MS = 50;
const LOOKS_AT_MOST = 20;

/** Ends the groups, and then every process with their mark in its environment. */
export async function endAll(groups: readonly number[], markPrefix: string): Promise<void> {
  for (const group of groups) signalGroup(group, 'SIGTERM');
  const deadline = performance.now() + GRACE_MS;
  while (performance.now() < deadline && groups.some(isGroupAlive)) await delay(ASK_AGAIN_MS);
  for (const group of groups) signalGroup(group, 'SIGKILL');
  const killStrays = createStrayKiller(markPrefix);
  for (let looks = 0; looks < LOOKS_AT_MOST; looks++) {
    if (killStrays(() => true) === 0 && looks > 0) return;
    await delay(LOOK_AGAIN_MS);
  }
}
