import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const HELPER = fileURLToPath(new URL('../../../../src/tasks/helpers/python', import.meta.url));
const FIXTURES = fileURLToPath(new URL('fixtures', import.meta.url));
const PATH = process.env['PATH'] ?? '';

export interface Envelope {
  ok: boolean;
  result?: unknown;
  error?: { class: string; message: string; traceback: string | null; retryable?: boolean; retry_after?: number };
}

export interface HelperOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Without the descriptor it works as by hand. */
  readonly descriptor?: boolean;
}

interface Ending {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What arrived on descriptor 3. */
  readonly reported: string;
}

export interface HelperEnding extends Ending {
  /** The last line of descriptor 3, else of stdout; undefined when that is no JSON. */
  readonly envelope: Envelope;
}

/** Runs the helper as a worker does, in a fork of one Python: starting one takes long. */
export async function runHelper(args: readonly string[], options: HelperOptions = {}): Promise<HelperEnding> {
  const { input = '', cwd = FIXTURES, descriptor = true } = options;
  return withEnvelope((await forks().run({ args, input, cwd, descriptor, env: environment(options) })) as Ending);
}

/** The same in a process of its own. */
export function startHelper(
  args: readonly string[],
  options: HelperOptions = {},
): { child: ChildProcess; ended: Promise<HelperEnding> } {
  const child = spawn('python3', ['-m', 'casparian_task', ...args], {
    cwd: options.cwd ?? FIXTURES,
    env: { PYTHONPATH: `${HELPER}:${FIXTURES}`, PYTHONDONTWRITEBYTECODE: '1', ...environment(options) },
    stdio: ['pipe', 'pipe', 'pipe', options.descriptor === false ? 'ignore' : 'pipe'],
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  const [stdout, stderr, reported] = [child.stdout, child.stderr, child.stdio[3] as Readable | null].map(collect);
  child.stdin!.on('error', () => undefined);
  child.stdin!.end(options.input);
  const ended = once(child, 'close').then(([exitCode]) =>
    withEnvelope({
      exitCode: exitCode as number | null,
      stdout: stdout!(),
      stderr: stderr!(),
      reported: reported!(),
    }),
  );
  return { child, ended };
}

function environment({ env, descriptor }: HelperOptions): Record<string, string> {
  return { PATH, ...(descriptor !== false && { CASPARIAN_RESULT_FD: '3' }), ...env };
}

function withEnvelope(ending: Ending): HelperEnding {
  const line = (ending.reported || ending.stdout).trim().split('\n').at(-1) ?? '';
  return { ...ending, envelope: (line.startsWith('{') ? JSON.parse(line) : undefined) as Envelope };
}

function collect(stream: Readable | null): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text;
}

interface Forks {
  run(request: object): Promise<unknown>;
}

let started: Forks | undefined;
const forks = (): Forks => (started ??= startForks());

/** One for all files of tests in this process. It ends when its stdin does, which is with us. */
function startForks(): Forks {
  const env = { PATH, PYTHONPATH: `${HELPER}:${FIXTURES}`, PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn('python3', ['-m', 'fork_cases'], { env, cwd: FIXTURES, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: ((answer: unknown) => void)[] = [];
  createInterface(child.stdout).on('line', (line) => waiting.shift()?.(JSON.parse(line)));
  for (const handle of [child, child.stdin as Socket, child.stdout as Socket]) handle.unref();
  return {
    run: (request) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        child.stdin.write(`${JSON.stringify(request)}\n`);
      }),
  };
}
