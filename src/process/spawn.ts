import type { ChildProcess, StdioOptions } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import type { OutputStream, RunningProgram } from './supervise.js';
import type { OutputSink, ProcessOptions } from './options.js';
import type { Exit, StartError } from './result.js';
import { feed, REPORT_FD, spawnChild } from './spawn-child.js';
import { explainStartError } from './start-error.js';
import type { Started } from './started.js';

/**
 * Starts the program, or returns why it cannot be started. A started program is returned in the same turn: this process
 * must not be able to end between the start and the registration of the program.
 */
export function spawnProgram(options: ProcessOptions): Started | Promise<Started> {
  const { stdin, channel } = options;
  let child: ChildProcess;
  try {
    child = spawnChild(options, stdioOf(options));
  } catch (error) {
    // Node throws some start errors (E2BIG, ENOTDIR, a NUL in an argument) and emits the others.
    return { kind: 'refused', startError: explainStartError(error as NodeJS.ErrnoException, options) };
  }
  const { pid } = child;
  if (pid === undefined) {
    return emittedStartError(child, options).then((startError) => ({ kind: 'refused', startError }));
  }
  // On Windows a failing kill is emitted as an error. The timeouts on waiting handle it; without a listener it would
  // end this process.
  child.on('error', () => undefined);
  if (typeof stdin === 'object') feed(child, stdin.data);
  // Node creates a socket for an additional pipe, open in both directions.
  channel?.(child.stdio[REPORT_FD] as Duplex);
  return { kind: 'started', program: programOf(child, pid), release: () => release(child, options) };
}

function stdioOf({ stdin, stdout, stderr, report, channel }: ProcessOptions): StdioOptions {
  return [
    typeof stdin === 'object' ? 'pipe' : (stdin ?? 'ignore'),
    outputOf(stdout),
    outputOf(stderr),
    ...(report === undefined && channel === undefined ? [] : ['pipe' as const]),
  ];
}

function outputOf(sink: OutputSink | undefined): 'inherit' | 'pipe' | 1 | 2 {
  if (sink === 'stdout') return 1;
  if (sink === 'stderr') return 2;
  return sink === 'inherit' ? 'inherit' : 'pipe';
}

function emittedStartError(child: ChildProcess, options: ProcessOptions): Promise<StartError> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(explainStartError(error, options)));
  });
}

function programOf(child: ChildProcess, pid: number): RunningProgram {
  return {
    pid,
    exited: new Promise<Exit>((resolve) => {
      child.once('exit', (exitCode, signalName) => resolve({ exitCode, signalName }));
    }),
    hasExited: false,
    closed: new Promise<void>((resolve) => child.once('close', () => resolve())),
    onOutput(name, take) {
      const stream = streamOf(child, name);
      stream?.on('data', take);
      // A broken pipe has ended; without a listener, the error would end this process.
      stream?.on('error', () => undefined);
    },
    isLost: false,
  };
}

/** Undefined for an inherited stream. */
function streamOf(child: ChildProcess, name: OutputStream): Readable | null {
  return name === 'report' ? (child.stdio[REPORT_FD] as Readable) : child[name];
}

/** A daemon may hold the other ends for years. The owner of the channel closes it. */
function release(child: ChildProcess, { report }: ProcessOptions): void {
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
  if (report !== undefined) streamOf(child, 'report')?.destroy();
  child.unref();
}
