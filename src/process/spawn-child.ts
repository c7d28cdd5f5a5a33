import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import type { ProcessOptions } from './options.js';
import { HAS_PROCESS_GROUPS } from './process-group.js';

export const REPORT_FD = 3;

/** Starts a program as the leader of a new process group. */
export function spawnChild(
  { argv, cwd, env }: Pick<ProcessOptions, 'argv' | 'cwd' | 'env'>,
  stdio: StdioOptions,
): ChildProcess {
  const [program = '', ...args] = argv;
  return spawn(program, args, {
    cwd,
    env: { ...env },
    shell: false,
    // setsid(): a new group and a new session, because Node offers nothing smaller. The program can still use an
    // inherited terminal, but Ctrl-C there reaches only this process, which passes it on.
    detached: HAS_PROCESS_GROUPS,
    windowsHide: true,
    stdio,
  });
}

export function feed({ stdin }: ChildProcess, data: string | Uint8Array): void {
  // A program may exit without reading (EPIPE, ECONNRESET). Only its exit counts.
  stdin?.on('error', () => undefined);
  stdin?.end(data);
}
