import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import type { ProcessOptions } from './options.js';
import { HAS_PROCESS_GROUPS } from './process-group.js';

export const REPORT_FD = 3;

/** Starts a program as the leader of a group of its own. */
export function spawnChild(
  { argv, cwd, env }: Pick<ProcessOptions, 'argv' | 'cwd' | 'env'>,
  stdio: StdioOptions,
): ChildProcess {
  const [program = '', ...args] = argv;
  return spawn(program, args, {
    cwd,
    env: { ...env },
    shell: false,
    // setsid(): a group of its own, and a session too, for Node offers no smaller step. The program still reads from
    // and writes to an inherited terminal, but Ctrl-C there reaches only us, and we pass it on.
    detached: HAS_PROCESS_GROUPS,
    windowsHide: true,
    stdio,
  });
}

export function feed({ stdin }: ChildProcess, data: string | Uint8Array): void {
  // A program may leave without reading (EPIPE, ECONNRESET). That is its right; how it exits is what counts.
  stdin?.on('error', () => undefined);
  stdin?.end(data);
}
