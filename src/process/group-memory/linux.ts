import { readFileSync } from 'node:fs';
import { createLinuxGroup, isAlive } from '../group-members.js';

/**
 * What a group holds that the kernel cannot take back: private memory, shared memory and what was swapped out, but not
 * the pages of mapped files, which a parser that maps a large input has plenty of.
 */
export function createLinuxGroupMemory(groupId: number): (limitBytes: number) => number {
  const membersOf = createLinuxGroup(groupId);
  return (limitBytes) => {
    const members = membersOf()
      .filter(isAlive)
      .map(({ pid }) => pid);
    const heldBytes = sum(members, heldBy);
    // Forked workers count the pages they share with their parent once each. Dividing those among their holders costs
    // the kernel 5 ms for 300 MB, so it is asked to only when the cheap answer is too high.
    return heldBytes > limitBytes && members.length > 1 ? sum(members, shareOf) : heldBytes;
  };
}

function heldBy(pid: string): number {
  return sumOfLines(`/proc/${pid}/status`, /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm);
}

function shareOf(pid: string): number {
  return sumOfLines(`/proc/${pid}/smaps_rollup`, /^(?:Pss_Anon|Pss_Shmem|SwapPss):\s+(\d+) kB$/gm);
}

/** Zero for a process that has ended, or that became another user's and may not be looked at. */
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
