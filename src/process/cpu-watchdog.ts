import { availableParallelism } from 'node:os';
import { createLinuxGroupCpu } from './group-cpu/linux.js';
import { createMacosGroupCpu } from './group-cpu/macos.js';
import { type Limit, NOT_WATCHED, type Watch, watchLimit } from './watchdog.js';

/** The kernel counts in steps of this. */
const SOONEST_LOOK_MS = 10;

/** Timers hold no more than 24 days, and a limit may be a year. */
const LATEST_LOOK_MS = 3_600_000;

/** Calls `onExceeded` once when the group that `pid` leads has used more CPU time than the limit. */
export function watchCpu(pid: number, limitMs: number | undefined, onExceeded: () => void): Watch {
  const measure = limitMs === undefined ? undefined : groupCpuOf(pid);
  if (limitMs === undefined || measure === undefined) return NOT_WATCHED;
  return watchLimit({ measure, limit: limitMs, nextLookMs }, onExceeded);
}

function groupCpuOf(pid: number): Limit['measure'] | undefined {
  if (process.platform === 'linux') return createLinuxGroupCpu(pid);
  if (process.platform === 'darwin') return createMacosGroupCpu(pid);
  return undefined;
}

/** Not before every core, busy with nothing else, could have used up what is left. */
function nextLookMs(headroomMs: number): number {
  return Math.min(LATEST_LOOK_MS, Math.max(SOONEST_LOOK_MS, headroomMs / availableParallelism()));
}
