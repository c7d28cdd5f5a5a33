import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childrenCpuSeconds } from '../shared/children-cpu.mjs';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const STARTS = 3;

/** The CPU seconds, user and system, of one run of Node with these arguments and of its children. */
export function cpuOf(args) {
  const before = childrenCpuSeconds();
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${(stderr || stdout).slice(-1_000)}`);
  return childrenCpuSeconds() - before;
}

export function casparianCpu(...args) {
  return cpuOf([MAIN, ...args]);
}

/** The start of Node: what most commands are compared with. Several starts, because the clock has steps of 10 ms. */
export function nodeStartCpu() {
  let sum = 0;
  for (let start = 0; start < STARTS; start++) sum += cpuOf(['-e', '0']);
  return sum / STARTS;
}
