import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { MARK_VARIABLE, type Ward } from './guardian.js';
import type { OutputSink, ProcessOptions, StdinSource } from './options.js';
import { HAS_PROCESS_GROUPS } from './process-group.js';
import type { StartError } from './result.js';
import { explainStartError } from './start-error.js';

const CHANNEL_FD = 3;

export type Spawned = { child: ChildProcess; pid: number } | { startError: Promise<StartError> };

/**
 * Starts the program, or says why it cannot be started. A program that runs is handed over in the same turn: between
 * its start and the caller's hold on it there must be no gap in which this process could end.
 */
export function spawnProgram(options: ProcessOptions, ward: Ward | undefined): Spawned {
  let child: ChildProcess;
  try {
    child = spawnChild(options, ward === undefined ? options.env : { ...options.env, [MARK_VARIABLE]: ward.mark });
  } catch (error) {
    // Node throws some refusals (E2BIG, ENOTDIR, a NUL in an argument) and emits the others.
    return { startError: Promise.resolve(explainStartError(error as NodeJS.ErrnoException, options)) };
  }
  const { pid } = child;
  if (pid === undefined) return { startError: emittedStartError(child, options) };
  ward?.started(pid);
  // On Windows a failing kill is emitted as an error. The bounds on waiting answer it; unheard, it would end us.
  child.on('error', () => undefined);
  feed(child, options.stdin);
  // What Node makes of a further pipe is a socket, and open in both directions.
  options.channel?.(child.stdio[CHANNEL_FD] as Duplex);
  return { child, pid };
}

function spawnChild(
  { argv, cwd, stdin, stdout, stderr, channel }: ProcessOptions,
  env: ProcessOptions['env'],
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
    stdio: [
      typeof stdin === 'object' ? 'pipe' : (stdin ?? 'ignore'),
      stdioOf(stdout),
      stdioOf(stderr),
      ...(channel === undefined ? [] : ['pipe' as const]),
    ],
  });
}

function stdioOf(sink: OutputSink | undefined): 'inherit' | 'pipe' | 2 {
  if (sink === 'stderr') return 2;
  return sink === 'inherit' ? 'inherit' : 'pipe';
}

function emittedStartError(child: ChildProcess, options: ProcessOptions): Promise<StartError> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(explainStartError(error, options)));
  });
}

function feed(child: ChildProcess, stdin: StdinSource | undefined): void {
  if (child.stdin === null || typeof stdin !== 'object') return;
  // A program may leave without reading (EPIPE, ECONNRESET). That is its right; how it exits is what counts.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin.data);
}
