import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PYTHON_OPTIONS } from '../../../../src/bridge/launch/shim-command.js';
import { splitFrames, type Frame } from './frames.js';

export const shimPath = fileURLToPath(new URL('../../../../src/bridge/shims/python/bridge_shim.py', import.meta.url));

export interface ShimOptions {
  readonly python: string;
  /** The text of the parser. */
  readonly parser: string;
  readonly parserName?: string;
  /** Other files beside the parser, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Given in place of `--input-path <folder>/input.csv`. */
  readonly inputArguments?: readonly string[];
  readonly moreArguments?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface StartedShim {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly socket: Socket;
  /** Resolves when the shim has ended and its socket is drained. */
  readonly finished: Promise<FinishedShim>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface FinishedShim {
  readonly bytes: Buffer;
  readonly frames: readonly Frame[];
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly folder: string;
}

/** Runs a parser to its end behind the real shim, in a real interpreter. */
export async function runShim(options: ShimOptions): Promise<FinishedShim> {
  await using shim = await startShim(options);
  return await shim.finished;
}

/** A host that does nothing but listen: what the shim sends is kept as bytes. */
export async function startShim(options: ShimOptions): Promise<StartedShim> {
  const folder = mkdtempSync(join(tmpdir(), 'casparian-shim-'));
  const parserPath = join(folder, options.parserName ?? 'my_parser.py');
  for (const [name, text] of Object.entries(options.files ?? {})) writeFileSync(join(folder, name), text);
  writeFileSync(parserPath, options.parser);
  writeFileSync(join(folder, 'input.csv'), 'a,b\n1,2\n');

  const socketPath = join(folder, 'bridge.sock');
  const server = createServer().listen(socketPath);
  await once(server, 'listening');
  const child = spawn(
    options.python,
    [
      ...[...PYTHON_OPTIONS, shimPath, '--socket-path', socketPath, '--job-id', 'job-1', '--parser-path', parserPath],
      ...(options.inputArguments ?? ['--input-path', join(folder, 'input.csv')]),
      ...(options.moreArguments ?? []),
    ],
    { detached: true, stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...options.env } },
  );
  const output = { stdout: collect(child.stdout), stderr: collect(child.stderr) };
  const exited = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const [socket] = await Promise.race([
    connected,
    exited.then(() => Promise.reject(new Error(`the shim never connected: ${output.stderr.text()}`))),
  ]);
  const received = collect(socket);
  const drained = once(socket, 'close');

  const finished = Promise.all([exited, drained]).then(([[exitCode, signal]]) => ({
    bytes: received.bytes(),
    get frames() {
      return splitFrames(received.bytes());
    },
    exitCode,
    signal,
    stdout: output.stdout.text(),
    stderr: output.stderr.text(),
    folder,
  }));
  return {
    child,
    folder,
    socket,
    finished,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
      await exited;
      socket.destroy();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function collect(stream: NodeJS.ReadableStream) {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('error', () => undefined);
  const bytes = () => Buffer.concat(chunks);
  return { bytes, text: () => bytes().toString('utf8') };
}
