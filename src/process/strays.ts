import { readFileSync, statSync } from 'node:fs';
import { visiblePids } from './group-members.js';

/** Looks for processes that carry a mark of ours. Answers the numbers of those whose mark is to be ended. */
export type StraySearch = (hasEnded: (run: number) => boolean) => number[];

/**
 * Finds the children that left their group (`setsid`, a daemon's double fork): what a process was given as environment
 * stays readable in /proc, unless it writes over it. Only Linux shows it; elsewhere none are found.
 *
 * Who does not carry our mark never will, since children have it from their parents and the first of them from us. So
 * only newcomers and our own are read.
 */
export function createStraySearch(markPrefix: string): StraySearch {
  if (process.platform !== 'linux') return () => [];
  let strangers = new Map<string, number>();
  return (hasEnded) => {
    const remembered = new Map<string, number>();
    const strays = visiblePids().filter((pid) => {
      const process = identityOf(pid);
      if (process === undefined) return false;
      const run = strangers.get(pid) === process ? 'none' : runOf(pid, markPrefix);
      if (run === 'none') remembered.set(pid, process);
      return typeof run === 'number' && hasEnded(run);
    });
    strangers = remembered;
    return strays.map(Number);
  };
}

/** Numbers of processes come back; the kernel numbers the directory anew for each, and a look at it is cheap. */
function identityOf(pid: string): number | undefined {
  try {
    return statSync(`/proc/${pid}`).ino;
  } catch {
    return undefined;
  }
}

/** Which of our runs a process belongs to; unknown while it is between two programs and has no environment. */
function runOf(pid: string, markPrefix: string): number | 'none' | 'unknown' {
  let environment: string;
  try {
    environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return 'none';
  }
  if (environment === '') return 'unknown';
  const at = environment.indexOf(markPrefix);
  return at < 0 ? 'none' : Number.parseInt(environment.slice(at + markPrefix.length), 10);
}
