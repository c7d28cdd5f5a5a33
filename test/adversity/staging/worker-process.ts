import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { GiveUp, waitUntil } from '../../services/wait-until.js';

export interface WorkerProcess {
  readonly pid: number;
  /** Its output so far, stdout and stderr. */
  output(): string;
  /** Sends the signal and waits until the process is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** SIGSTOP and SIGCONT: the process is paused without noticing it. */
  freeze(): void;
  thaw(): void;
}

export interface WorkerProcessOptions {
  url: string;
  /** The settings of the fixture. */
  env?: Record<string, string>;
  /** Arguments for Node itself, such as `--import`. */
  nodeArgs?: readonly string[];
}

const GRACE_MS = 20_000;

/** Starts a fixture program and waits until it prints `ready`. */
export async function startWorkerProcess(fixture: string, options: WorkerProcessOptions): Promise<WorkerProcess> {
  const path = fileURLToPath(new URL(`../fixtures/${fixture}`, import.meta.url));
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), path], {
    env: { ...process.env, DATABASE_URL: options.url, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A failed test must not leave its workers running.
  const killWithUs = () => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('exit', () => process.off('exit', killWithUs));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await waitUntil(
    () => {
      if (output.includes('ready')) return true;
      if (hasEnded(child)) throw new GiveUp(`${fixture} ended before it was ready:\n${output}`);
      return false;
    },
    { for: `${fixture} to be ready`, timeoutMs: GRACE_MS, intervalMs: 10, evidence: () => output },
  );
  return {
    pid: child.pid ?? 0,
    output: () => output,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async end(signal) {
      if (hasEnded(child)) return;
      const gone = once(child, 'exit', { signal: AbortSignal.timeout(GRACE_MS) });
      child.kill(signal);
      await gone.catch((error: unknown) => {
        child.kill('SIGKILL');
        throw new Error(`${fixture} did not end within ${GRACE_MS} ms of ${signal}:\n${output}`, { cause: error });
      });
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
