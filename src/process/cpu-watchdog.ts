import { availableParallelism } from 'node:os';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Limit, NOT_WATCHED, type Watch, watchLimit } from './watchdog.js';
import { createLinuxGroup } from './group-members.js';

/** The resolution of the kernel's counters. */
const SOONEST_LOOK_MS = 10;

/** Timers are limited to 24 days, and a limit may be a year. */
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

/** The earliest time at which all cores together could have used what is left. */
function nextLookMs(headroomMs: number): number {
  return Math.min(LATEST_LOOK_MS, Math.max(SOONEST_LOOK_MS, headroomMs / availableParallelism()));
}

/** The unit of /proc: USER_HZ is 100 on every machine that Node supports. */
const MS_IN_A_TICK = 10;

/** The indexes of the counters in `/proc/PID/stat`, counted from the state. */
const USER = 11;
const SYSTEM = 12;
const USER_OF_CHILDREN = 13;
const SYSTEM_OF_CHILDREN = 14;

/**
 * The CPU time of a group: what its members used, plus those of their children that they have waited for. A child is
 * either a member or waited for, so nothing counts twice. A child that is never waited for (its parent has ended, or
 * ignores SIGCHLD) counts only while it exists. Zombies are members too.
 */
function createLinuxGroupCpu(groupId: number): () => number {
  const membersOf = createLinuxGroup(groupId);
  return () => membersOf().reduce((total, { fields }) => total + ticksOf(fields), 0) * MS_IN_A_TICK;
}

function ticksOf(fields: readonly string[]): number {
  return [USER, SYSTEM, USER_OF_CHILDREN, SYSTEM_OF_CHILDREN].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
}

const ASK_WITHIN_MS = 2_000;

/** `ps` prints `minutes:seconds.hundredths`, one line per running process. */
function createMacosGroupCpu(groupId: number): () => Promise<number> {
  return async () => {
    const question = ['-o', 'time=', '-g', String(groupId)];
    // ps fails if the group is empty.
    const answer = await promisify(execFile)('/bin/ps', question, { timeout: ASK_WITHIN_MS }).catch(() => null);
    const lines = answer?.stdout.match(/[\d:.]+/g) ?? [];
    return lines.reduce((total, time) => total + millisecondsOf(time), 0);
  };
}

function millisecondsOf(time: string): number {
  return time.split(':').reduce((total, part) => total * 60 + Number(part), 0) * 1_000;
}
