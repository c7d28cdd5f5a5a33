import { createLinuxGroupMemory } from './group-memory/linux.js';
import { createMacosGroupMemory } from './group-memory/macos.js';
import { type Limit, NOT_WATCHED, type Watch, watchLimit } from './watchdog.js';

const LOOK_AGAIN_MS = 100;
const LOOK_AGAIN_NEAR_THE_LIMIT_MS = 5;

/** A program that does nothing but fill memory fills about this much. */
const BYTES_FILLED_IN_A_MS = 4_000_000;

/** Calls `onExceeded` once when the group that `pid` leads holds more than the limit. */
export function watchMemory(pid: number, limitBytes: number | undefined, onExceeded: () => void): Watch {
  const measure = limitBytes === undefined ? undefined : groupMemoryOf(pid);
  if (limitBytes === undefined || measure === undefined) return NOT_WATCHED;
  return watchLimit({ measure, limit: limitBytes, nextLookMs }, onExceeded);
}

function groupMemoryOf(pid: number): Limit['measure'] | undefined {
  if (process.platform === 'linux') return createLinuxGroupMemory(pid);
  if (process.platform === 'darwin') return createMacosGroupMemory(pid);
  return undefined;
}

/** The nearer the limit, the sooner: before a program could have filled what is left. */
function nextLookMs(headroomBytes: number): number {
  const lastsMs = headroomBytes / BYTES_FILLED_IN_A_MS;
  return Math.min(LOOK_AGAIN_MS, Math.max(LOOK_AGAIN_NEAR_THE_LIMIT_MS, lastsMs));
}
