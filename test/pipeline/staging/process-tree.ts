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
  const parser = children.find((pid) => runs(pid, 'bridge_shim.py')) ?? (warm && childrenOf(warm)[0]);
  return victim === 'fork server' ? (server ?? parser) : parser;
}

function runs(pid: number, script: string): boolean {
  return read(`/proc/${pid}/cmdline`).includes(script);
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
