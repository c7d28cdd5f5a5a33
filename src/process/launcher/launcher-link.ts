import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Started } from '../started.js';
import type { StartRequest } from './start-request.js';

/** A process that starts programs, seen from the worker. */
export interface LauncherLink {
  readonly hasEnded: boolean;
  /** Whether the next program would have to wait. */
  readonly isBusy: boolean;
  start(run: number, request: StartRequest): Promise<LinkStarted>;
  /** Ends the remaining programs, and waits for the process. */
  close(): Promise<void>;
}

/** `unable`: a process of this kind cannot work on this machine. The program was not started. */
export type LinkStarted = Started | { readonly kind: 'unable' };

/** The descriptor of the link. Further pipes follow. */
export const LINK_FD = 3;

/** The variables that Node itself may need. Others must not be readable in the parent's environment by the programs. */
const ENVIRONMENT = ['LD_LIBRARY_PATH', 'SystemRoot'];

/** Starts the process and returns a link to it, or one that reports why there is none. */
export function startLinked(
  [program, args]: readonly [string, readonly string[]],
  { pipes }: { pipes: number },
  linkTo: (child: ChildProcess, link: Socket) => LauncherLink,
): LauncherLink {
  let child: ChildProcess;
  try {
    child = spawn(program, args, {
      // A separate session: signals to ours, or to our terminal, must not end it. It also keeps no directory in use.
      detached: true,
      cwd: '/',
      env: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
      windowsHide: true,
      // Our ends are closed on exec, so that no program holds them: when this process ends, the pipes close.
      stdio: ['ignore', 'ignore', 'ignore', ...Array.from({ length: pipes }, () => 'pipe' as const)],
    });
  } catch (error) {
    return noLauncher(Promise.resolve(error as Error));
  }
  if (child.pid === undefined) return noLauncher(once(child, 'error').then(([error]) => error as Error));
  child.on('error', () => undefined);
  // It must not keep this process alive.
  child.unref();
  const link = child.stdio[LINK_FD] as Socket;
  link.unref();
  link.on('error', () => undefined);
  return linkTo(child, link);
}

/** No process can be started, so the program cannot either. The next run tries again. */
function noLauncher(refusal: Promise<NodeJS.ErrnoException>): LauncherLink {
  const startError = refusal.then(({ code = 'UNKNOWN', message }) => ({
    code,
    reason: `The process that starts programs could not be started: ${message}.`,
  }));
  return {
    hasEnded: true,
    isBusy: false,
    start: async () => ({ kind: 'refused', startError: await startError }),
    close: () => Promise.resolve(),
  };
}

const PINGS_UNANSWERED = 3;

/**
 * A process that is stopped or stuck in the kernel would never report the end of its programs. So it is pinged while it has some, and
 * killed when it does not respond.
 */
export function watchPulse(
  child: ChildProcess,
  everyMs: number,
  { isAsked, ping }: { isAsked: () => boolean; ping: () => void },
): { readonly heard: () => void; readonly stop: () => void } {
  let missed = 0;
  const look = (): void => {
    if (!isAsked()) return;
    if (missed++ === PINGS_UNANSWERED) child.kill('SIGKILL');
    else ping();
  };
  const timer = setInterval(look, everyMs).unref();
  return { heard: () => void (missed = 0), stop: () => clearInterval(timer) };
}

/** Its own timeouts take three seconds; a machine may be slow. */
const ENDS_WITHIN_MS = 10_000;

/** Closes our side of the link, and waits for the process. */
export async function endLinked(child: ChildProcess, link: Socket): Promise<void> {
  link.end();
  if (child.exitCode !== null || child.signalCode !== null) return;
  link.ref();
  child.ref();
  await Promise.race([once(child, 'exit'), delay(ENDS_WITHIN_MS, undefined, { ref: false })]);
}
