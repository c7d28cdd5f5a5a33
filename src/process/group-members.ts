import { readdirSync, readFileSync } from 'node:fs';

/**
 * Linux counts zombies among those that can be signalled, and an orphan stays one until process 1 reaps it: about two
 * seconds on the machine this was measured on, for ever in a container whose process 1 is the program itself. So a
 * group that seems to have members is looked at more closely. Newest first: whoever lives is found early, and the
 * whole list is read only once, at the end.
 */
export function hasLivingMember(groupId: number): boolean {
  if (process.platform !== 'linux') return true;
  let pids: string[];
  try {
    pids = runningPids();
  } catch {
    return true;
  }
  return pids.sort((a, b) => Number(b) - Number(a)).some((pid) => isLivingMember(pid, groupId));
}

/** Every process of this Linux machine that we may see, in no order. */
export function runningPids(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

export function isLivingMember(pid: string, groupId: number): boolean {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return false;
  }
  // `pid (name) state parent group …`; the name may hold anything, a parenthesis too.
  const [state = '', , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3);
  return Number(group) === groupId && !'ZX'.includes(state);
}
