import { readdirSync, readFileSync } from 'node:fs';

export type Victim = 'worker' | 'fork server' | 'parser';

/** The process to be killed: of those below a worker, its warm Python or one of the parsers forked from it. */
export function findVictim(worker: number, victim: Victim): number | undefined {
  if (victim === 'worker') return worker;
  const server = childrenOf(worker).find((pid) => read(`/proc/${pid}/cmdline`).includes('fork_server.py'));
  if (victim === 'fork server' || server === undefined) return server;
  return childrenOf(server)[0];
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => Number(/^PPid:\s+(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1]) === parent)
    .map(Number);
}

/** A process may end at any moment. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
