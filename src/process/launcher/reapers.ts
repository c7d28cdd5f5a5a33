import { randomUUID } from 'node:crypto';
import { createServer, Socket } from 'node:net';
import { constants } from 'node:os';
import type { Exit } from '../result.js';
import { jsonPayload } from './frames.js';
import type { HostedProgram } from './hosted-program.js';
import { createOutputs, type OutputName, type SendFrame } from './outputs.js';
import type { StartRequest } from './start-request.js';

/** Starts programs through the adopter (adopter.py). Each has a reaper, which ends all of its descendants. */
export interface Reapers {
  start(run: number, request: StartRequest, send: SendFrame): HostedProgram | undefined;
}

/** A program whose reaper connects its streams. */
interface ReapedProgram extends HostedProgram {
  connected(name: string, socket: Socket): void;
}

const LENGTH_BYTES = 4;

/** The descriptors that the adopter gives to its launcher. */
const LINK_FD = 4;
const SERVER_FD = 5;

/** Other users of the machine can connect to the server, too. So reapers prove with a token who they are. */
export function createReapers(): Reapers {
  const adopter = new Socket({ fd: LINK_FD });
  adopter.on('error', () => undefined);
  const token = randomUUID();
  const programs = new Map<string, ReapedProgram>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    // Nothing is left to write then. To shut down our side in turn first costs a system call and several ticks.
    socket.once('end', () => socket.destroy());
    readLine(socket, (line, rest) => {
      const [proof, run = '', name = ''] = line.split(' ');
      const program = proof === token ? programs.get(run) : undefined;
      if (program === undefined) return void socket.destroy();
      program.connected(name, socket);
      if (rest.length > 0) socket.emit('data', rest);
    });
  });
  server.listen({ fd: SERVER_FD });
  return {
    start(run, request, send) {
      const fields = fieldsOf(request);
      if (fields === undefined) {
        send('failed', jsonPayload({ code: 'ERR_INVALID_ARG_VALUE', message: '' }));
        return undefined;
      }
      const program = createReapedProgram(request, send, () => programs.delete(String(run)));
      programs.set(String(run), program);
      adopter.write(encode([token, String(run), ...fields], shortStdin(request)));
      return program;
    },
  };
}

/**
 * The first line, and what came with it. The stream is not paused in between, which would cost as much as the line: `take` must listen at
 * once.
 */
function readLine(socket: Socket, take: (line: string, rest: Buffer) => void): void {
  let held: Buffer = Buffer.alloc(0);
  const read = (chunk: Buffer): void => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const end = held.indexOf('\n');
    if (end < 0) return;
    socket.off('data', read);
    take(held.toString('latin1', 0, end), held.subarray(end + 1));
  };
  socket.on('data', read);
}

/** What any pipe takes without waiting for a reader (PIPE_BUF). */
const SHORT_STDIN_BYTES = 4_096;

/** An input that the reaper writes into a pipe, which saves most programs a connection. Empty if there is no input, or if it is longer. */
function shortStdin({ stdin }: StartRequest): Buffer {
  return stdin !== undefined && stdin.length <= SHORT_STDIN_BYTES ? stdin : NO_STDIN;
}
const NO_STDIN = Buffer.alloc(0);

/** Undefined if a text contains a NUL, or the name of the program is empty: no system can start that. */
function fieldsOf(request: StartRequest): string[] | undefined {
  const { argv, cwd, env, stdin, report } = request;
  const isConnected = stdin !== undefined && shortStdin(request).length === 0;
  const streams = [...(isConnected ? ['stdin'] : []), 'stdout', 'stderr', ...(report ? ['report'] : [])];
  const variables = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  const fields = [streams.join(), cwd, String(argv.length), ...argv, ...variables];
  return (argv[0] ?? '') === '' || fields.some((field) => field.includes('\0')) ? undefined : fields;
}

/** `[length of the rest][length of the input][input][fields]`, as start_requests.py reads it. */
function encode(fields: readonly string[], stdin: Buffer): Buffer {
  const text = Buffer.from(fields.join('\0'));
  const lengths = Buffer.allocUnsafe(2 * LENGTH_BYTES);
  lengths.writeUInt32LE(LENGTH_BYTES + stdin.length + text.length);
  lengths.writeUInt32LE(stdin.length, LENGTH_BYTES);
  return Buffer.concat([lengths, stdin, text]);
}

function createReapedProgram(request: StartRequest, send: SendFrame, isOver: () => void): ReapedProgram {
  const { add, close, finish, ...outputs } = createOutputs(send);
  /** What must close before everything was sent. */
  const open = new Set(['exit', 'stdout', 'stderr', ...(request.report ? ['report'] : [])]);
  let stdin: Socket | undefined;
  let reaper: Socket | undefined;
  let pid: number | undefined;
  const closed = (name: string): void => {
    open.delete(name);
    if (open.size === 0) close();
  };
  const report = (line: string): void => {
    const [what, number, code] = line.split(' ');
    if (what === 'failed') {
      open.clear();
      send('failed', jsonPayload({ code, message: `The program could not be started (${code}).` }));
    } else if (what === 'started') {
      pid = Number(number);
      send('started', jsonPayload(pid));
    } else {
      send('exit', jsonPayload(exitOf(Number(number))));
      closed('exit');
    }
  };
  /** Without a reaper, the end of the program is not reported. The adopter reports the end of a reaper that was killed, too. */
  const ended = (): void => {
    if (open.delete('exit')) send('lost');
    isOver();
  };
  return {
    ...outputs,
    get pid() {
      return pid;
    },
    connected(name, socket) {
      if (name === 'reaper') {
        reaper = socket;
        readLines(socket, report);
        socket.once('close', ended);
      } else if (name === 'stdin') {
        stdin = socket.resume();
        socket.end(request.stdin ?? '');
      } else {
        add(name as OutputName, socket);
        socket.once('close', () => closed(name));
      }
    },
    finish() {
      finish();
      setImmediate(() => setImmediate(() => stdin?.destroy()));
    },
    endRest: () => reaper?.end(),
  };
}

function readLines(socket: Socket, take: (line: string) => void): void {
  let held = '';
  socket.on('data', (chunk: Buffer) => {
    const lines = (held + chunk.toString('latin1')).split('\n');
    held = lines.pop() ?? '';
    lines.forEach(take);
  });
  socket.resume();
}

const SIGNALS = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name as NodeJS.Signals]));

/** A status of `wait`: the signal in the lower seven bits, or else the exit code above them. */
function exitOf(status: number): Exit {
  const signal = status & 0x7f;
  return signal === 0
    ? { exitCode: (status >> 8) & 0xff, signalName: null }
    : { exitCode: null, signalName: SIGNALS.get(signal) ?? null };
}
