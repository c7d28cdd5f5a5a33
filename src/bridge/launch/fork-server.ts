import { constants } from 'node:os';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  createRemoteProgram,
  type Exit,
  type ProcessResult,
  type RunningProgram,
  runProcess,
} from '../../process/index.js';
import { readLines } from './read-lines.js';
import type { SandboxLayers } from './sandbox.js';
import { PYTHON_OPTIONS } from './shim-command.js';

/** What all parsers of a server have in common: the first line of its protocol, which warm/server.py describes. */
export interface ServerSettings {
  /** The interpreter of the server, and of the Python that it forks. */
  readonly python: string;
  /** The complete environment of that Python; nothing is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sandbox: ServerSandbox | null;
}

/** What all runs in a sandbox have in common. */
export interface ServerSandbox {
  readonly read: readonly string[];
  /** Folders that residents may change. */
  readonly write?: readonly string[];
  /** A folder for the temporary folders of the runs. */
  readonly temporary: string;
  readonly network: boolean;
}

/** What one run needs in a sandbox. */
export interface RunSandbox {
  readonly read: readonly (string | { readonly base64: string })[];
  /** The name of its temporary folder. */
  readonly temporary: string;
  readonly socket: string;
  /** It gets inputs one after the other, which the server shows with `lend`. */
  readonly resident?: boolean;
  /** Its process gets further files: it may read everything that the view shows. */
  readonly reused?: boolean;
}

/** A request to the server: a fork of its Python, or another program; null names its Python. */
export type StartRequest = {
  readonly cwd: string;
  readonly sandbox: RunSandbox | null;
} & (
  | {
      readonly arguments: readonly string[];
      readonly imports: readonly string[];
      /** The process may parse further files of requests with the same text. */
      readonly reuse?: string;
    }
  | { readonly command: readonly (string | null)[]; readonly env: Readonly<Record<string, string | undefined>> }
);

/** A process that starts parsers. */
export interface ForkServer {
  start(request: StartRequest): Promise<Forked>;
  /** Shows files to all residents. Resolves when they can open them, or the server has ended. */
  lend(paths: readonly string[]): Promise<Loan>;
  /** The layers of its sandbox, if it has one; null if the server ended before. */
  readonly layers: Promise<SandboxLayers | null>;
  /** The number of starting and running parsers. */
  readonly busy: number;
  /** Whether it has ever started one: a server that ends before will never work. */
  readonly isProven: boolean;
  readonly hasEnded: boolean;
  /** How the server itself ended. */
  readonly ended: Promise<ProcessResult>;
  close(): Promise<void>;
}

export interface Loan {
  /** Hides the files again, unless they are lent once more. */
  takeBack(): void;
}

const FORK_SERVER = fileURLToPath(new URL('../shims/python/fork_server.py', import.meta.url));
const WARM_PYTHON = fileURLToPath(new URL('../shims/python/warm_python.py', import.meta.url));

/** The server runs none of the code of an environment, so its site-packages are not read (-S). */
const SERVER_OPTIONS = ['-I', '-S', '-B'];

/** How long it may take to import modules and to fork. After that it counts as stuck and is killed. */
const FORK_WITHIN_MS = 30_000;

/** It has nothing to clean up. */
const GRACE_MS = 1_000;

export function startForkServer({ python, env, sandbox }: ServerSettings): ForkServer {
  const forks = new Map<number, Fork>();
  const onLent = new Map<number, () => void>();
  const stop = new AbortController();
  let resolveLayers: (layers: SandboxLayers | null) => void = () => undefined;
  const layers = new Promise<SandboxLayers | null>((resolve) => (resolveLayers = resolve));
  let channel: Duplex | undefined;
  let lastId = 0;
  let isProven = false;
  let hasEnded = false;

  const onEnd = (): void => {
    hasEnded = true;
    resolveLayers(null);
    for (const fork of forks.values()) fork.lose();
    forks.clear();
    for (const lent of onLent.values()) lent();
    onLent.clear();
  };
  const tell = (message: object): void => {
    if (!hasEnded) channel?.write(`${JSON.stringify(message)}\n`);
  };
  const receive = (line: string): void => {
    const message = JSON.parse(line) as ForkMessage | { readonly layers: SandboxLayers | null };
    if ('layers' in message) {
      resolveLayers(message.layers);
      return;
    }
    if (message.lent === true) onLent.get(message.id)?.();
    isProven ||= message.pid !== undefined;
    if (forks.get(message.id)?.receive(message) === 'over') forks.delete(message.id);
  };
  const ended = runProcess({
    argv: [python, ...SERVER_OPTIONS, FORK_SERVER],
    env,
    graceMs: GRACE_MS,
    signal: stop.signal,
    channel: (socket) => {
      channel = socket;
      readLines(socket, receive, onEnd);
    },
  }).finally(onEnd);
  tell({ python: [...PYTHON_OPTIONS, WARM_PYTHON], env, sandbox });

  return {
    async start(request) {
      if (hasEnded || channel === undefined) return { kind: 'ended' };
      const id = ++lastId;
      const fork = createFork({
        forget: (pid) => {
          forks.delete(id);
          tell({ forget: pid });
        },
        mayStay: 'reuse' in request,
      });
      forks.set(id, fork);
      const stuck = setTimeout(() => stop.abort(), FORK_WITHIN_MS);
      tell({ id, ...request });
      try {
        return await fork.started;
      } finally {
        clearTimeout(stuck);
      }
    },
    async lend(read) {
      const id = ++lastId;
      const lent = new Promise<void>((resolve) => onLent.set(id, resolve));
      tell({ lend: id, read });
      if (!hasEnded) await lent;
      onLent.delete(id);
      return { takeBack: () => tell({ take_back: id }) };
    },
    layers,
    get busy() {
      return forks.size;
    },
    get isProven() {
      return isProven;
    },
    get hasEnded() {
      return hasEnded;
    },
    ended,
    async close() {
      stop.abort();
      channel?.destroy();
      await ended;
    },
  };
}
/** A message of the server about one fork: the lines of its protocol, which warm/server.py in the shim describes. */
export interface ForkMessage {
  readonly id: number;
  readonly pid?: number;
  readonly threads?: number;
  readonly stream?: 1 | 2;
  readonly data?: string;
  readonly exit?: number;
  readonly closed?: boolean;
  readonly lent?: boolean;
  readonly stays?: boolean;
}

export interface ForkedProgram {
  readonly program: RunningProgram;
  /** Stops listening to it, even if another process still holds its output. */
  readonly stopListening: () => void;
}

export type Forked =
  | ({ readonly kind: 'forked' } & ForkedProgram)
  /** The imported modules run threads, which do not survive a fork. */
  | { readonly kind: 'unsafe' }
  /** The server has ended. */
  | { readonly kind: 'ended' };

/** One starting or running fork, as reported by the server's messages. */
export interface Fork {
  readonly started: Promise<Forked>;
  receive(message: ForkMessage): 'over' | 'goes on';
  /** The server has ended. */
  lose(): void;
}

interface ToServer {
  readonly forget: (pid: number) => void;
  /** Whether its process may go on after its end. No other parser can claim that. */
  readonly mayStay: boolean;
}

function createFork({ forget, mayStay }: ToServer): Fork {
  const remote = createRemoteProgram();
  let resolveStarted: (forked: Forked) => void = () => undefined;
  const started = new Promise<Forked>((resolve) => (resolveStarted = resolve));
  const forkedOf = (pid: number): ForkedProgram => ({
    program: remote.started(pid),
    stopListening() {
      if (!remote.isClosed) forget(pid);
    },
  });
  return {
    started,
    receive({ threads, pid, stream, data, exit, closed, stays }) {
      if (threads !== undefined) {
        resolveStarted({ kind: 'unsafe' });
        return 'over';
      }
      if (pid !== undefined) resolveStarted({ kind: 'forked', ...forkedOf(pid) });
      if (data !== undefined) remote.wrote(stream === 1 ? 'stdout' : 'stderr', Buffer.from(data, 'base64'));
      if (exit !== undefined) remote.exited(exitOf(exit), mayStay && stays === true);
      if (closed !== true) return 'goes on';
      remote.closed();
      return 'over';
    },
    lose() {
      resolveStarted({ kind: 'ended' });
      remote.lose();
    },
  };
}

/** Python reports a signal as a negative exit code. */
function exitOf(code: number): Exit {
  if (code >= 0) return { exitCode: code, signalName: null };
  const found = Object.entries(constants.signals).find(([, number]) => number === -code);
  return { exitCode: null, signalName: (found?.[0] as NodeJS.Signals | undefined) ?? 'SIGKILL' };
}
