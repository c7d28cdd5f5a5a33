import { readdirSync, readFileSync } from 'node:fs';

/** A process as `/proc/PID/stat` describes it. */
export interface ProcessStat {
  readonly pid: string;
  /** The fields after its number and name: state, parent, group … */
  readonly fields: readonly string[];
}

/**
 * On Linux, zombies can be signalled too, and an orphan stays a zombie until process 1 reaps it: about two seconds on
 * the measured machine, forever in a container whose process 1 is the program itself. So a group that seems to have
 * members is checked more closely. Newest first: living members are found early, and the whole list is read only once,
 * at the end.
 */
export function hasLivingMember(groupId: number): boolean {
  if (process.platform !== 'linux') return true;
  let pids: string[];
  try {
    pids = runningPids();
  } catch {
    return true;
  }
  return pids
    .sort((a, b) => Number(b) - Number(a))
    .some((pid) => {
      const stat = readStat(pid);
      return stat !== undefined && isMember(stat, groupId) && isAlive(stat);
    });
}

/**
 * Returns a function that lists the members of a group, including zombies. A process outside the group never joins it,
 * so only new processes and members are read. Measured among 78 processes: 2.6 ms of CPU for the first call, 0.12 ms
 * for the others; ten per second take 0.1 % of one core.
 */
export function createLinuxGroup(groupId: number): () => ProcessStat[] {
  let strangers = new Set<string>();
  return () => {
    const pids = visiblePids();
    const members = pids.flatMap((pid) => {
      const stat = strangers.has(pid) ? undefined : readStat(pid);
      return stat !== undefined && isMember(stat, groupId) ? [stat] : [];
    });
    const known = new Set(members.map(({ pid }) => pid));
    strangers = new Set(pids.filter((pid) => !known.has(pid)));
    return members;
  };
}

export function isAlive({ fields }: ProcessStat): boolean {
  return !'ZX'.includes(fields[0] ?? '');
}

/** Every visible process of this Linux machine. Empty if no file handle is free at the moment. */
export function visiblePids(): string[] {
  try {
    return runningPids();
  } catch {
    return [];
  }
}

function runningPids(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

function isMember({ fields }: ProcessStat, groupId: number): boolean {
  return Number(fields[2]) === groupId;
}

function readStat(pid: string): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // `pid (name) state parent group …`; the name may contain anything, including a parenthesis.
    return { pid, fields: stat.slice(stat.lastIndexOf(')') + 2).split(' ') };
  } catch {
    return undefined;
  }
}
