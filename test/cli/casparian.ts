import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../services/wait-until.js';
import { runBatch } from './batch-hosts.js';

/** The CLI as users have it: built, and in a process of its own. */
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
/** Long: a test that is slow because the machine is busy must not lose the worker it talks to. */
const END_WITHIN_MS = 120_000;

export interface CallOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Text for stdin. */
  input?: string;
  /** Leave stdin open, for a command that reads from it as it runs. */
  keepsInput?: boolean;
  /** It is killed if it has not ended by then. Default 2 min. */
  endWithinMs?: number;
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  readonly process: ChildProcess;
  /** Waits for a line on stdout or stderr that matches, and returns it. */
  line(stream: 'stdout' | 'stderr', pattern: RegExp, timeoutMs?: number): Promise<string>;
  readonly ended: Promise<Ended>;
}

/** Runs a command to its end. */
export function casparian(args: readonly string[], options: CallOptions = {}): Promise<Ended> {
  return start(args, options).ended;
}

/** Runs a command with --json, in a process that has run others before, and reads what it printed. */
export async function casparianJson<T = Record<string, unknown>>(
  args: readonly string[],
  options: Omit<CallOptions, 'input'> = {},
): Promise<{ code: number | null; json: T }> {
  const [ended] = await casparianBatch([[...args, '--json']], options);
  return jsonOf<T>(ended!);
}

export function jsonOf<T>({ code, stdout, stderr }: Ended): { code: number | null; json: T } {
  try {
    return { code, json: JSON.parse(stdout) as T };
  } catch (error) {
    throw new Error(`no JSON was printed (exit ${code}):\n${stdout}\n${stderr}`, { cause: error });
  }
}

/**
 * Runs several commands one after the other in one process, which has run others before: for tests about what commands
 * say, not how they start.
 */
export async function casparianBatch(
  calls: readonly (readonly string[] | { args: readonly string[]; env: Record<string, string> })[],
  { cwd = '/', env, endWithinMs = END_WITHIN_MS }: Omit<CallOptions, 'input'> = {},
): Promise<Ended[]> {
  return runBatch({
    calls: calls.map((call) => ('args' in call ? call : { args: call, env: {} })),
    cwd,
    env: { ...cleanEnvironment(), ...env },
    endWithinMs,
  });
}

/** A test that fails half way must not leave its workers behind. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** Starts a command that goes on by itself, such as a worker. It is killed if it does not end in time. */
export function start(args: readonly string[], options: CallOptions = {}): Running {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: options.cwd ?? '/',
    env: { ...cleanEnvironment(), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const heard = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (heard.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (heard.stderr += text));
  running.add(child);
  child.stdin.on('error', () => undefined);
  if (!options.keepsInput) child.stdin.end(options.input);
  const deadline = setTimeout(() => child.kill('SIGKILL'), options.endWithinMs ?? END_WITHIN_MS);
  const ended = once(child, 'close').then(([code]) => {
    clearTimeout(deadline);
    running.delete(child);
    return { code: code as number | null, ...heard };
  });
  return {
    process: child,
    ended,
    line: (stream, pattern, timeoutMs = 60_000) =>
      waitUntil(
        () =>
          heard[stream]
            .split('\n')
            .slice(0, -1)
            .find((line) => pattern.test(line)),
        {
          for: `${String(pattern)} on ${stream}`,
          intervalMs: 20,
          timeoutMs,
          evidence: () => JSON.stringify(heard),
        },
      ),
  };
}

/**
 * Nothing of the machine the tests run on may get into the settings. Node 20 reads additional certificates at each start, which takes
 * longer than a short command: 50 ms of CPU.
 */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign =
    /^(CASPARIAN_|BPC_|DATABASE_URL$|WORKER_ID$|JOB_LOCK_|POLL_INTERVAL$|FORCE_COLOR$|NODE_EXTRA_CA_CERTS$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
