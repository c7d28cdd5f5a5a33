import { supervise, type ProcessResult, tailText } from '../../process/index.js';
import { CasparianError } from '../../platform/index.js';
import { shimOptions } from './shim-command.js';
import { type ForkServer, startForkServer } from './fork-server.js';
import { type Launch, launchFresh, type ShimStart } from './launch.js';

export interface WarmPythonsOptions {
  /** How long an unused Python is kept. Default 10 minutes. */
  readonly idleMs?: number;
  /** How many are kept. Each holds the imports of its parsers: 60 MB for pandas. Default 8. */
  readonly maxPythons?: number;
}

/** Running Python processes, one per interpreter and environment, from which parsers are forked. */
export interface WarmPythons {
  readonly launch: Launch;
  /** Ends all of them. Running parsers are killed. */
  close(): Promise<void>;
}

interface WarmPython {
  readonly server: ForkServer;
  idle: NodeJS.Timeout | undefined;
}

const IDLE_MS = 600_000;
const MAX_PYTHONS = 8;

/** A server that could not start is tried again after a while: its environment may have been repaired. */
const COLD_MS = 60_000;

/** A fork takes a hundredth of the time that pandas takes to load: 3 ms instead of 400 ms, measured. */
export function createWarmPythons({
  idleMs = IDLE_MS,
  maxPythons = MAX_PYTHONS,
}: WarmPythonsOptions = {}): WarmPythons {
  const pythons = new Map<string, WarmPython>();
  /** Environments whose parsers start in fresh processes, and until when. */
  const cold = new Map<string, number>();

  const end = async (key: string): Promise<void> => {
    const python = pythons.get(key);
    pythons.delete(key);
    clearTimeout(python?.idle);
    await python?.server.close();
  };
  const warm = (key: string, start: ShimStart): WarmPython | undefined => {
    const known = pythons.get(key);
    if (known !== undefined && !known.server.hasEnded) {
      // The most recently used is last.
      pythons.delete(key);
      pythons.set(key, known);
      return known;
    }
    if (known === undefined && pythons.size >= maxPythons && !makeRoom()) return undefined;
    const python = { server: startForkServer(start.interpreter, start.env), idle: undefined };
    pythons.set(key, python);
    return python;
  };
  const makeRoom = (): boolean => {
    for (const [key, { server }] of pythons) {
      if (server.busy > 0) continue;
      void end(key);
      return true;
    }
    return false;
  };

  return {
    async launch(start) {
      if (!canBeForked(start)) return launchFresh(start);
      const key = JSON.stringify([start.interpreter.path, start.env]);
      if ((cold.get(key) ?? 0) > performance.now()) return launchFresh(start);
      const python = warm(key, start);
      if (python === undefined) return launchFresh(start);
      clearTimeout(python.idle);
      try {
        const result = await forkOf(python.server, start);
        if (typeof result !== 'string') return result;
        cold.set(key, result === 'unsafe' ? Infinity : performance.now() + COLD_MS);
      } finally {
        if (python.server.busy === 0) python.idle = setTimeout(() => void end(key), idleMs).unref();
      }
      await end(key);
      return launchFresh(start);
    },
    async close() {
      await Promise.all([...pythons.keys()].map(end));
    },
  };
}

/** A parser that uses our terminal is being debugged, and Node does not fork. A fork is only safe on Linux. */
function canBeForked({ parser, stdin, stdout, stderr }: ShimStart): boolean {
  const isOurs = [stdin, stdout, stderr].some((stream) => stream === 'inherit' || stream === 'stderr');
  return process.platform === 'linux' && parser.language === 'python' && !isOurs;
}

/** Runs a parser as a fork of the server. Returns a word if that is not possible, now or ever. */
async function forkOf(server: ForkServer, start: ShimStart): Promise<ProcessResult | 'unsafe' | 'ended'> {
  const startedAt = performance.now();
  const { parser, shim, memoryLimitBytes, cpuSeconds, cwd = process.cwd(), imports } = start;
  const options = shimOptions(parser, shim, { memoryLimitBytes, cpuSeconds });
  const forked = await server.fork({ arguments: options, cwd, imports });
  if (forked.kind === 'forked') {
    const result = await supervise(forked.program, start, startedAt).finally(forked.stopListening);
    if (result.ending === 'lost') throw pythonEnded(await server.ended);
    return result;
  }
  if (forked.kind === 'ended' && server.isProven) throw pythonEnded(await server.ended);
  return forked.kind;
}

function pythonEnded({ exitCode, signalName, stderrTail }: ProcessResult): CasparianError {
  const how = signalName ?? `exit code ${exitCode}`;
  return new CasparianError('WARM_PYTHON_ENDED', 'The Python from which the parser was forked has ended', {
    why: `It ended by ${how}, and the parser with it; nothing was written. ${tailText(stderrTail)}`.trim(),
    next: ['The next attempt starts a new one.', 'warm_python = false starts every parser in a fresh process.'],
  });
}
