import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { feed, REPORT_FD, spawnChild } from '../spawn-child.js';
import { type FrameType, jsonPayload } from './frames.js';
import type { StartRequest } from './start-request.js';

/** A program that runs under this launcher. */
export interface HostedProgram {
  readonly pid: number;
  /** The worker reads more slowly than its programs write. */
  pause(): void;
  resume(): void;
  /** Sends the output so far, then closes, even if another process still holds the pipes. */
  finish(): void;
}

type SendFrame = (type: FrameType, payload?: Buffer) => void;

/** Starts a program; reports its exit or why it could not start. */
export function hostProgram(request: StartRequest, send: SendFrame): HostedProgram | undefined {
  const refuse = ({ code, message }: NodeJS.ErrnoException): void => send('failed', jsonPayload({ code, message }));
  let child: ChildProcess;
  try {
    const { stdin, report } = request;
    const stdio = [
      stdin === undefined ? 'ignore' : 'pipe',
      'pipe',
      'pipe',
      ...(report ? ['pipe' as const] : []),
    ] as const;
    child = spawnChild(request, [...stdio]);
  } catch (error) {
    // Node throws some start errors and emits the others.
    refuse(error as NodeJS.ErrnoException);
    return undefined;
  }
  const { pid } = child;
  if (pid === undefined) {
    child.once('error', refuse);
    return undefined;
  }
  child.on('error', () => undefined);
  send('started', jsonPayload(pid));
  if (request.stdin !== undefined) feed(child, request.stdin);
  return attended(child, pid, send);
}

function attended(child: ChildProcess, pid: number, send: SendFrame): HostedProgram {
  const streams = [child.stdout, child.stderr, child.stdio[REPORT_FD]].filter((stream) => stream != null) as Readable[];
  let isFinishing = false;
  let isClosed = false;
  const close = (): void => {
    if (!isClosed) send('closed');
    isClosed = true;
  };
  (['stdout', 'stderr', 'report'] as const).forEach((name, at) => {
    streams[at]?.on('data', (chunk: Buffer) => send(name, chunk));
    // A broken pipe has ended; without a listener, the error would end this process.
    streams[at]?.on('error', () => undefined);
  });
  child.once('exit', (exitCode, signalName) => send('exit', jsonPayload({ exitCode, signalName })));
  child.once('close', close);
  const resume = (): void => streams.forEach((stream) => stream.resume());
  const abandon = (): void => {
    child.stdin?.destroy();
    for (const stream of streams) stream.destroy();
    close();
  };
  return {
    pid,
    pause() {
      if (!isFinishing) streams.forEach((stream) => stream.pause());
    },
    resume,
    finish() {
      isFinishing = true;
      resume();
      // The first turn is the current one; the next reads everything a pipe can hold.
      setImmediate(() => setImmediate(abandon));
    },
  };
}
