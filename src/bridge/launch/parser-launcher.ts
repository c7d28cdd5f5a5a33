import { statSync } from 'node:fs';
import { type OutputSink, type ProcessResult, supervise, tailText } from '../../process/index.js';
import { CasparianError } from '../../platform/index.js';
import { type ConfinedServer, startConfinedServer } from './confined-server.js';
import { type ForkServer, type RunSandbox, startForkServer, type StartRequest } from './fork-server.js';
import { type Launch, launchFresh, type ShimStart } from './launch.js';
import { missingIn, pathsOf, type Sandbox, type SandboxLayers, sandboxUnavailable } from './sandbox.js';
import { declaresReuse } from '../parser/declares-reuse.js';
import { shimCommand, shimEnvironment, shimOptions } from './shim-command.js';

export interface ParserLauncherOptions {
  /** Fork running Python processes instead of starting one per file. Default true. */
  readonly warm?: boolean;
  /** How long an unused server is kept. Default 10 minutes. */
  readonly idleMs?: number;
  /** How many are kept. Each holds the imports of its parsers: 60 MB for pandas. Default 8. */
  readonly maxServers?: number;
}

/** Starts parsers, warm and confined. Its servers (fork-server.ts) start with the first parser that needs one. */
export interface ParserLauncher {
  readonly launch: Launch;
  /** Ends all servers. Running parsers are killed. */
  close(): Promise<void>;
}

interface KeptServer<Server extends ForkServer = ForkServer> {
  readonly server: Server;
  idle: NodeJS.Timeout | undefined;
}

const IDLE_MS = 600_000;
const MAX_SERVERS = 8;

/** A server that could not start is tried again after a while: its environment may have been repaired. */
const COLD_MS = 60_000;

/** A fork takes a hundredth of the time that pandas takes to load: 3 ms instead of 400 ms, measured. */
export function createParserLauncher({
  warm = true,
  idleMs = IDLE_MS,
  maxServers = MAX_SERVERS,
}: ParserLauncherOptions = {}): ParserLauncher {
  const servers = new Map<string, KeptServer>();
  /** Servers whose parsers cannot be forked, or that cannot start, and until when. */
  const cold = new Map<string, number>();

  const end = async (key: string): Promise<void> => {
    const kept = servers.get(key);
    servers.delete(key);
    clearTimeout(kept?.idle);
    await kept?.server.close();
  };
  /** The key determines the kind of server. */
  const serverFor = <Server extends ForkServer>(key: string, start: () => Server): KeptServer<Server> | undefined => {
    const known = servers.get(key) as KeptServer<Server> | undefined;
    if (known !== undefined && !known.server.hasEnded) {
      // The most recently used is last.
      servers.delete(key);
      servers.set(key, known);
      return known;
    }
    if (known === undefined && servers.size >= maxServers && !makeRoom()) return undefined;
    const kept = { server: start(), idle: undefined };
    servers.set(key, kept);
    return kept;
  };
  const makeRoom = (): boolean => {
    for (const [key, { server }] of servers) {
      if (server.busy > 0) continue;
      void end(key);
      return true;
    }
    return false;
  };
  const isCold = (key: string): boolean => (cold.get(key) ?? 0) > performance.now();

  /** Uses a server, and keeps it for a while afterwards. */
  const using = async <Server extends ForkServer, T>(
    key: string,
    kept: KeptServer<Server>,
    work: (server: Server) => Promise<T>,
  ): Promise<T> => {
    clearTimeout(kept.idle);
    try {
      return await work(kept.server);
    } finally {
      if (kept.server.busy === 0) kept.idle = setTimeout(() => void end(key), idleMs).unref();
    }
  };

  const launchOpen: Launch = async (start) => {
    if (!warm || !canBeForked(start)) return launchFresh(start);
    const key = JSON.stringify([start.interpreter.path, start.env]);
    if (isCold(key)) return launchFresh(start);
    const kept = serverFor(key, () => startForkServer({ ...serverOf(start), sandbox: null }));
    if (kept === undefined) return launchFresh(start);
    const result = await using(key, kept, (server) => runOn(server, start, forkRequest(start, null, true)));
    if (typeof result !== 'string') return result;
    cold.set(key, result === 'unsafe' ? Infinity : performance.now() + COLD_MS);
    await end(key);
    return launchFresh(start);
  };

  const launchConfined = async (start: ShimStart, sandbox: Sandbox): Promise<ProcessResult> => {
    const python = start.parser.language === 'python' ? start.interpreter.path : sandbox.python;
    const refusal = process.platform !== 'linux' ? 'it needs Linux' : python === undefined ? 'it needs Python' : null;
    if (python === undefined || refusal !== null) return lessConfined(start, sandbox, refusal ?? '');
    const { hasNetwork, read } = sandbox;
    const paths = [...pathsOf(start.parser), ...read];
    // A bundle that was unpacked again is another folder.
    // What is reused may read the files of other runs of its server, so these belong to the same owner.
    const owner = reuseOf(start) ?? null;
    const key = JSON.stringify([python, start.env, paths, hasNetwork, statSync(start.parser.directory).ino, owner]);
    if (isCold(`${key} starting`)) return lessConfined(start, sandbox, `${python} could not run it`);
    // A run that needs a server gets one, even above the number that is kept.
    const make = (): ConfinedServer =>
      startConfinedServer(python, shimEnvironment(start.env), { read: paths, network: hasNetwork });
    const kept = serverFor(key, make) ?? { server: make(), idle: undefined };
    const isKept = servers.get(key) === kept;
    try {
      return await using(key, kept, async (server) => {
        const layers = await server.layers;
        if (layers === null) {
          cold.set(`${key} starting`, performance.now() + COLD_MS);
          return lessConfined(start, sandbox, `${python} ended: ${tailText((await server.ended).stderrTail).trim()}`);
        }
        const missing = missingIn(layers);
        if (missing !== null && sandbox.isRequired) throw sandboxUnavailable(missing);
        if (missing !== null) sandbox.onIncomplete(missing);
        return server.inside(start.shim, async (inside) => {
          if (warm && canBeForked(start) && isSafeToWarm(start, layers) && !isCold(key)) {
            const reused = layers.view && owner !== null;
            const result = await runOn(server, start, forkRequest(start, { ...inside, reused }, reused));
            if (typeof result !== 'string') return result;
            cold.set(key, result === 'unsafe' ? Infinity : performance.now() + COLD_MS);
          }
          const result = await runOn(server, start, programRequest(start, inside));
          if (typeof result !== 'string') return result;
          throw serverEnded(await server.ended);
        });
      });
    } finally {
      if (!isKept) await kept.server.close();
      else if (kept.server.hasEnded) await end(key);
    }
  };

  return {
    launch: (start) =>
      start.sandbox === undefined ? launchOpen(start) : launchConfined(withOwnStreams(start), start.sandbox),
    async close() {
      await Promise.all([...servers.keys()].map(end));
    },
  };
}

/** Starts one parser in its sandbox. */
export async function launchOnce(start: ShimStart): Promise<ProcessResult> {
  const launcher = createParserLauncher({ warm: false });
  try {
    return await launcher.launch(start);
  } finally {
    await launcher.close();
  }
}

function lessConfined(start: ShimStart, sandbox: Sandbox, why: string): Promise<ProcessResult> {
  if (sandbox.isRequired) throw sandboxUnavailable(why);
  sandbox.onIncomplete(why);
  return launchFresh({ ...start, sandbox: undefined });
}

/** A parser that uses our terminal is being debugged, and Node does not fork. A fork is only safe on Linux. */
function canBeForked({ parser, stdin, stdout, stderr }: ShimStart): boolean {
  const isOurs = [stdin, stdout, stderr].some((stream) => stream === 'inherit' || stream === 'stderr');
  return process.platform === 'linux' && parser.language === 'python' && !isOurs;
}

/** Without a view, the warm Python imports packages unconfined; those of a lockfile are chosen by the parser. */
function isSafeToWarm({ interpreter }: ShimStart, { view }: SandboxLayers): boolean {
  return view || interpreter.chosenBy !== 'its lockfile';
}

/** A server passes on what a parser prints; it cannot pass on our own streams. */
function withOwnStreams(start: ShimStart): ShimStart {
  const sinkOf = (sink: OutputSink, own: NodeJS.WriteStream): OutputSink => {
    const target = sink === 'inherit' ? own : sink === 'stdout' ? process.stdout : process.stderr;
    return typeof sink === 'function' || sink === 'capture' ? sink : (chunk) => void target.write(chunk);
  };
  const { stdout, stderr } = start;
  return { ...start, stdin: 'ignore', stdout: sinkOf(stdout, process.stdout), stderr: sinkOf(stderr, process.stderr) };
}

function serverOf({ interpreter, env }: ShimStart): { python: string; env: ShimStart['env'] } {
  return { python: interpreter.path, env: shimEnvironment(env) };
}

function forkRequest(start: ShimStart, sandbox: RunSandbox | null, mayBeReused: boolean): StartRequest {
  const { parser, shim, memoryLimitBytes, cpuSeconds, cwd = process.cwd(), imports } = start;
  const reuse = mayBeReused ? reuseOf(start) : undefined;
  const options = shimOptions(parser, shim, { memoryLimitBytes, cpuSeconds });
  return { arguments: options, imports, cwd, sandbox, ...(reuse !== undefined && { reuse }) };
}

/** Undefined if each file gets its own process. */
function reuseOf({ parser, reuseFor }: ShimStart): string | undefined {
  return reuseFor !== undefined && declaresReuse(parser) ? reuseFor : undefined;
}

function programRequest(start: ShimStart, sandbox: RunSandbox): StartRequest {
  const { parser, interpreter, shim, memoryLimitBytes, cpuSeconds, cwd = process.cwd(), env } = start;
  const command = shimCommand(parser, interpreter, { ...shim, socketPath: null }, { memoryLimitBytes, cpuSeconds });
  const [program = '', ...rest] = command;
  return { command: [parser.language === 'python' ? null : program, ...rest], env: shimEnvironment(env), cwd, sandbox };
}

/** Runs a parser on the server. Returns a word if that is not possible, now or ever. */
async function runOn(
  server: ForkServer,
  start: ShimStart,
  request: StartRequest,
): Promise<ProcessResult | 'unsafe' | 'ended'> {
  const startedAt = performance.now();
  const forked = await server.start(request);
  if (forked.kind === 'forked') {
    const result = await supervise(forked.program, start, startedAt).finally(forked.stopListening);
    if (result.ending === 'lost') throw serverEnded(await server.ended);
    return result;
  }
  if (forked.kind === 'ended' && server.isProven) throw serverEnded(await server.ended);
  return forked.kind;
}

function serverEnded({ exitCode, signalName, stderrTail }: ProcessResult): CasparianError {
  const how = signalName ?? `exit code ${exitCode}`;
  return new CasparianError('WARM_PYTHON_ENDED', 'The Python from which the parser was forked has ended', {
    why: `It ended by ${how}, and the parser with it; nothing was written. ${tailText(stderrTail)}`.trim(),
    next: ['The next attempt starts a new one.', 'warm_python = false starts every parser in a fresh process.'],
  });
}
