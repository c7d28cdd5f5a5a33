import { readdirSync, readFileSync } from 'node:fs';
import { ADOPTER_VARIABLE } from './subreaper.js';

/**
 * Finds processes that lost their parent: the kernel makes them children of our adopter (subreaper.ts), whatever group,
 * session and environment they have. Whose they were is unknown; they belong to one of the programs that ran when they
 * were first seen. So an orphan is killed when all of those have ended.
 */
export interface OrphanKiller {
  /** A program has ended. `running` are the others, by their process numbers. */
  programEnded(ended: number, running: readonly number[]): void;
  /** Kills all orphans. Returns how many there were. */
  killAll(running: readonly number[]): number;
}

export function createOrphanKiller(): OrphanKiller {
  const adopter = Number(process.env[ADOPTER_VARIABLE] ?? process.pid);
  /** The programs that may have started each orphan. */
  const suspects = new Map<number, Set<number>>();
  const killed = new Set<number>();
  const orphansAmong = (programs: readonly number[]): number[] => {
    const children = new Set(childrenOf(adopter));
    // Numbers of processes that have ended are used again.
    for (const known of [suspects, killed]) for (const pid of known.keys()) if (!children.has(pid)) known.delete(pid);
    return [...children].filter((pid) => pid !== process.pid && !programs.includes(pid) && !killed.has(pid));
  };
  return {
    programEnded(ended, running) {
      for (const pid of orphansAmong(running)) {
        const possible = suspects.get(pid) ?? new Set(running);
        possible.delete(ended);
        suspects.set(pid, possible);
        if (possible.size > 0) continue;
        suspects.delete(pid);
        killed.add(pid);
        kill(pid);
      }
    },
    killAll(running) {
      const orphans = orphansAmong(running);
      for (const pid of orphans) {
        killed.add(pid);
        kill(pid);
      }
      return orphans.length;
    },
  };
}

function childrenOf(parent: number): number[] {
  try {
    return readFileSync(`/proc/${parent}/task/${parent}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
  } catch {
    return childrenByParent(parent);
  }
}

/** For kernels without a list of children. */
function childrenByParent(parent: number): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
      .map(Number);
  } catch {
    return [];
  }
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
