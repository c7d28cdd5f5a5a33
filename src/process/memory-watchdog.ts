import { readFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Limit, NOT_WATCHED, type Watch, watchLimit } from './watchdog.js';
import { createLinuxGroup, isAlive } from './group-members.js';

const LOOK_AGAIN_MS = 100;
const LOOK_AGAIN_NEAR_THE_LIMIT_MS = 5;

/** How fast a program can allocate and fill memory. */
const BYTES_FILLED_IN_A_MS = 4_000_000;

/** Calls `onExceeded` once when the group that `pid` leads uses more than the limit. */
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

/** The closer to the limit, the sooner: before a program could have filled the rest. */
function nextLookMs(headroomBytes: number): number {
  const lastsMs = headroomBytes / BYTES_FILLED_IN_A_MS;
  return Math.min(LOOK_AGAIN_MS, Math.max(LOOK_AGAIN_NEAR_THE_LIMIT_MS, lastsMs));
}

/**
 * The memory of a group that the kernel cannot reclaim: private, shared and swapped memory, but not the pages of mapped
 * files, of which a parser that maps a large input has many.
 */
function createLinuxGroupMemory(groupId: number): (limitBytes: number) => number {
  const membersOf = createLinuxGroup(groupId);
  return (limitBytes) => {
    const members = membersOf()
      .filter(isAlive)
      .map(({ pid }) => pid);
    const heldBytes = sum(members, heldBy);
    // Each forked worker counts the pages that it shares with its parent. Dividing those among their users costs the
    // kernel 5 ms for 300 MB, so it is done only if the cheap sum is too high.
    return heldBytes > limitBytes && members.length > 1 ? sum(members, shareOf) : heldBytes;
  };
}

function heldBy(pid: string): number {
  return sumOfLines(`/proc/${pid}/status`, /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm);
}

function shareOf(pid: string): number {
  return sumOfLines(`/proc/${pid}/smaps_rollup`, /^(?:Pss_Anon|Pss_Shmem|SwapPss):\s+(\d+) kB$/gm);
}

/** Zero for a process that has ended, or that belongs to another user and cannot be read. */
function sumOfLines(path: string, line: RegExp): number {
  let text: string;
  try {
    text = readFileSync(path, 'latin1');
  } catch {
    return 0;
  }
  return sum([...text.matchAll(line)], ([, kibibytes]) => Number(kibibytes) * 1_024);
}

function sum<T>(items: readonly T[], amountOf: (item: T) => number): number {
  return items.reduce((total, item) => total + amountOf(item), 0);
}

const ASK_WITHIN_MS = 2_000;

/** macOS has no /proc; `ps` prints kibibytes, one line per process. */
function createMacosGroupMemory(groupId: number): () => Promise<number> {
  return async () => {
    const question = ['-o', 'rss=', '-g', String(groupId)];
    // ps fails if the group is empty.
    const answer = await promisify(execFile)('/bin/ps', question, { timeout: ASK_WITHIN_MS }).catch(() => null);
    const lines = answer?.stdout.match(/\d+/g) ?? [];
    return lines.reduce((total, kibibytes) => total + Number(kibibytes) * 1_024, 0);
  };
}
