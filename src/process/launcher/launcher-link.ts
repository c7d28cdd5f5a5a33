import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Started } from '../started.js';
import { launcherCommand } from './command.js';
import { createFrameReader, createFrameWriter, type Frame, type WriteFrame } from './frames.js';
import { createLaunchedRun, type LaunchedRun } from './launched-run.js';
import { adoptingOrphans } from './subreaper.js';
import { encodeStart, type StartRequest } from './start-request.js';

/** A launcher process, seen from the worker. */
export interface LauncherLink {
  readonly hasEnded: boolean;
  start(run: number, request: StartRequest): Promise<Started>;
  /** Ends the remaining programs, and waits for the process. */
  close(): Promise<void>;
}

const LINK_FD = 3;

/** Its own timeouts take three seconds; a machine may be slow. */
const ENDS_WITHIN_MS = 10_000;

const PINGS_UNANSWERED = 3;

/** The variables that Node itself may need. Others must not be readable in the parent's environment by the programs. */
const ENVIRONMENT = ['LD_LIBRARY_PATH', 'SystemRoot'];

export function startLauncherProcess(markPrefix: string, pingEveryMs: number): LauncherLink {
  let child: ChildProcess;
  try {
    child = spawnLauncher(markPrefix);
  } catch (error) {
    return noLauncher(Promise.resolve(error as Error));
  }
  if (child.pid === undefined) return noLauncher(once(child, 'error').then(([error]) => error as Error));
  child.on('error', () => undefined);
  // It must not keep this process alive.
  child.unref();
  return linkTo(child, child.stdio[LINK_FD] as Socket, pingEveryMs);
}

function spawnLauncher(markPrefix: string): ChildProcess {
  const [program, args] = adoptingOrphans(launcherCommand(markPrefix));
  return spawn(program, args, {
    // A separate session: signals to ours, or to our terminal, must not end it. It also keeps no directory in use.
    detached: true,
    cwd: '/',
    env: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
    windowsHide: true,
    // Our end is closed on exec, so that no program holds it: when this process ends, the link closes.
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
}

/** No process can be started, so the program cannot either. The next run tries again. */
function noLauncher(refusal: Promise<NodeJS.ErrnoException>): LauncherLink {
  const startError = refusal.then(({ code = 'UNKNOWN', message }) => ({
    code,
    reason: `The process that starts programs could not be started: ${message}.`,
  }));
  return {
    hasEnded: true,
    start: async () => ({ kind: 'refused', startError: await startError }),
    close: () => Promise.resolve(),
  };
}

function linkTo(child: ChildProcess, socket: Socket, pingEveryMs: number): LauncherLink {
  const runs = new Map<number, LaunchedRun>();
  const writeFrame = createFrameWriter(socket);
  // After `close` nothing is written: a write could break the link before the last exits are received.
  const write: WriteFrame = (...frame) => socket.writable && writeFrame(...frame);
  let hasEnded = false;
  let missedPings = 0;

  const drop = (run: number): void => {
    runs.delete(run);
    if (runs.size === 0) socket.unref();
  };
  const receive = (frame: Frame): void => {
    missedPings = 0;
    if (runs.get(frame.run)?.receive(frame) === 'over') drop(frame.run);
  };
  // A launcher that is stopped or stuck in the kernel would never report the end of its programs.
  const ping = (): void => {
    if (runs.size === 0 || !socket.writable) return;
    if (missedPings++ === PINGS_UNANSWERED) child.kill('SIGKILL');
    else write('ping', 0);
  };
  const pings = setInterval(ping, pingEveryMs).unref();

  socket.unref();
  socket.on('data', createFrameReader(receive));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    hasEnded = true;
    clearInterval(pings);
    for (const run of runs.values()) run.lose();
    runs.clear();
  });

  return {
    get hasEnded() {
      return hasEnded;
    },
    start(run, request) {
      const launched = createLaunchedRun(request, () => write('finish', run));
      runs.set(run, launched);
      socket.ref();
      write('start', run, encodeStart(request));
      return launched.started;
    },
    async close() {
      socket.end();
      if (child.exitCode !== null || child.signalCode !== null) return;
      socket.ref();
      child.ref();
      await Promise.race([once(child, 'exit'), delay(ENDS_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}
