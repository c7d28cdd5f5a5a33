import { createLinuxGroup } from '../group-members.js';

/** What /proc counts in, whatever the kernel itself does: USER_HZ is 100 on every machine Node runs on. */
const MS_IN_A_TICK = 10;

/** Where the counters are in `/proc/PID/stat`, counted from the state. */
const USER = 11;
const SYSTEM = 12;
const USER_OF_CHILDREN = 13;
const SYSTEM_OF_CHILDREN = 14;

/**
 * The CPU time of a group: what its members used, and those of their children that they have waited for. A child is
 * either a member or waited for, so nothing counts twice; one that nobody waits for (its parent has ended, or ignores
 * SIGCHLD) counts only while it is there. The dead that were not waited for yet are members too.
 */
export function createLinuxGroupCpu(groupId: number): () => number {
  const membersOf = createLinuxGroup(groupId);
  return () => membersOf().reduce((total, { fields }) => total + ticksOf(fields), 0) * MS_IN_A_TICK;
}

function ticksOf(fields: readonly string[]): number {
  return [USER, SYSTEM, USER_OF_CHILDREN, SYSTEM_OF_CHILDREN].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
}
