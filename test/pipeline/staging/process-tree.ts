import { readdirSync, readFileSync } from 'node:fs';

export type Victim = 'worker' | 'fork server' | 'parser';

/**
 * The process to be killed. Parsers are forks of the worker's warm Python, or its own children while there is none; then
 * a parser dies in its place.
 */
export function findVictim(worker: number, victim: Victim): number | undefined {
  if (victim === 'worker') return worker;
  const children = childrenOf(worker);
  const server = children.find((pid) => runs(pid, 'fork_server.py'));
  const warm = server && childrenOf(server).find((pid) => runs(pid, 'warm_python.py'));
  // A confined parser that cannot be forked is a child of the server.
  const shims = [...children, ...(server === undefined ? [] : childrenOf(server))];
  const parser = shims.find((pid) => runs(pid, 'bridge_shim.py')) ?? (warm && childrenOf(warm)[0]);
  return victim === 'fork server' ? (server ?? parser) : parser;
}

function runs(pid: number, script: string): boolean {
  return read(`/proc/${pid}/cmdline`).includes(script);
}

/** From the kernel's list of each thread: a look at all processes takes longer than a parser runs. */
function childrenOf(parent: number): number[] {
  return threadsOf(parent).flatMap((thread) =>
    read(`/proc/${parent}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** A process may end at any moment. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
