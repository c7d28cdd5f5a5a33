import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { feed, REPORT_FD, spawnChild } from '../spawn-child.js';
import { jsonPayload } from './frames.js';
import { createOutputs, type Outputs, type SendFrame } from './outputs.js';
import type { StartRequest } from './start-request.js';

/** A program that runs under this launcher. */
export interface HostedProgram extends Pick<Outputs, 'pause' | 'resume' | 'finish'> {
  readonly pid: number;
}

/** Starts a program as a child of this process; reports its exit or why it could not start. */
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
  const { add, close, finish, ...outputs } = createOutputs(send);
  const streams = { stdout: child.stdout, stderr: child.stderr, report: child.stdio[REPORT_FD] as Readable | null };
  for (const name of ['stdout', 'stderr', 'report'] as const) if (streams[name] != null) add(name, streams[name]);
  child.once('exit', (exitCode, signalName) => send('exit', jsonPayload({ exitCode, signalName })));
  child.once('close', close);
  return {
    ...outputs,
    pid,
    finish() {
      finish();
      // A program that never reads its input holds it.
      setImmediate(() => setImmediate(() => child.stdin?.destroy()));
    },
  };
}
