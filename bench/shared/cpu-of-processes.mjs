import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** The CPU seconds, user and system, of processes that run now and of their ended children. Requires /proc. */
export function cpuOfProcesses(pids) {
  return pids.reduce((sum, pid) => sum + (statOf(pid)?.cpuSeconds ?? 0), 0);
}

/** A process and its children, such as a PostgreSQL server. */
export function withChildren(pid) {
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [pid, ...others.map(Number).filter((other) => statOf(other)?.parent === pid)];
}

function statOf(pid) {
  try {
    // The program name, in brackets, may contain blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number);
    const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15);
    return { parent: fields[1], cpuSeconds: (user + system + childrenUser + childrenSystem) / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}
