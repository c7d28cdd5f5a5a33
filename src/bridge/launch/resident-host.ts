import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { mkdir } from 'node:fs/promises';
import { type ProcessResult, removeTree, supervise, tailText } from '../../process/index.js';
import { lazily } from '../../platform/index.js';
import { takeSocketPlace } from '../socket/socket-folder.js';
import { type ConfinedServer, startConfinedServer } from './confined-server.js';
import type { Loan } from './fork-server.js';
import { missingIn, nodePathsAbove, type Sandbox, sandboxUnavailable } from './sandbox.js';

/** A confined program of ours that gets files one after the other. It can open those that its host lends. */
export interface Resident {
  readonly pid: number;
  /** Descriptor 3 of the program. */
  readonly connection: Socket;
  readonly ended: Promise<ProcessResult>;
}

export interface ResidentHost {
  /** Starts a program of Node. Undefined if it cannot be confined here, which was reported. Fails if that is required. */
  start(script: string, signal: AbortSignal): Promise<Resident | undefined>;
  /** Lets all its programs open files. */
  lend(paths: readonly string[]): Promise<Loan>;
  close(): Promise<void>;
}

export interface ResidentHostOptions {
  readonly sandbox: Sandbox;
  readonly env: Readonly<Record<string, string>>;
  /** The folder of the programs. */
  readonly directory: string;
  /** Folders that the programs may change. */
  readonly write: readonly string[];
}

/** One sandbox for all programs of a host: they run our code, and open only what is lent to them. */
export function createResidentHost({ sandbox, env, directory, write }: ResidentHostOptions): ResidentHost {
  let server: ConfinedServer | undefined;
  const open = lazily(async (): Promise<ConfinedServer | undefined> => {
    const { python } = sandbox;
    if (process.platform !== 'linux' || python === undefined) {
      return refused(python === undefined ? 'it needs Python' : 'it needs Linux');
    }
    const read = [process.execPath, directory, ...nodePathsAbove(directory)];
    server = startConfinedServer(python, env, { read, write, network: false });
    const layers = await server.layers;
    if (layers === null) return refused(`${python} ended: ${tailText((await server.ended).stderrTail).trim()}`);
    const missing = missingIn(layers);
    if (missing !== null && sandbox.isRequired) throw sandboxUnavailable(missing);
    if (missing !== null) sandbox.onIncomplete(missing);
    return server;
  });
  const refused = (why: string): undefined => {
    if (sandbox.isRequired) throw sandboxUnavailable(why);
    sandbox.onIncomplete(why);
  };
  return {
    async start(script, signal) {
      const opened = await open();
      return opened === undefined || opened.hasEnded ? undefined : startOn(opened, script, { env, signal });
    },
    async lend(paths) {
      return (await open())?.lend(paths) ?? NOTHING_LENT;
    },
    async close() {
      await server?.close();
    },
  };
}

const NOTHING_LENT: Loan = { takeBack: () => undefined };

async function startOn(
  server: ConfinedServer,
  script: string,
  { env, signal }: { env: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Resident | undefined> {
  const startedAt = performance.now();
  const place = await takeSocketPlace();
  const listener = createServer().listen(place.socketPath);
  const temporary = server.temporaryFolder();
  try {
    await Promise.all([once(listener, 'listening'), mkdir(temporary.path)]);
    const connecting = once(listener, 'connection') as Promise<[Socket]>;
    const forked = await server.start({
      command: [process.execPath, script],
      ...{ env, cwd: '/' },
      sandbox: { read: [], temporary: temporary.name, socket: place.socketPath, resident: true },
    });
    if (forked.kind !== 'forked') return undefined;
    const { program, stopListening } = forked;
    const ended = endOf(supervise(program, { signal, graceMs: 0, timeoutMs: undefined }, startedAt), async () => {
      stopListening();
      await removeTree(temporary.path);
    });
    // A program that could not be started never connects.
    const connected = await Promise.race([connecting, ended]);
    if (!Array.isArray(connected)) return undefined;
    return { pid: program.pid, connection: connected[0], ended };
  } finally {
    listener.close();
    await place.leave();
  }
}

async function endOf(running: Promise<ProcessResult>, cleanUp: () => Promise<void>): Promise<ProcessResult> {
  try {
    return await running;
  } finally {
    await cleanUp();
  }
}
