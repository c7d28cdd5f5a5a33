import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { CasparianError, type ErrorCode, hint } from '../../../platform/index.js';
import type { ServerStartedJson } from '../../server-host/server-json.js';
import type { Demo } from '../prepare-demo.js';

/** `casparian serve` as a process of its own, as in production. */
export interface ServerProcess {
  readonly started: ServerStartedJson;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts the server with a worker, and waits until it accepts requests. Its log goes to a file: the terminal shows the demo. */
export async function startServerProcess(
  { folder, env }: Demo,
  { casparian, port }: { casparian: readonly string[]; port: string },
): Promise<ServerProcess> {
  const [program = '', ...first] = casparian;
  const child = spawn(program, [...first, 'serve', '--with-worker', '--port', port, '--json', '--log-level', 'warn'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints = (complaints + text).slice(-2_000)));
  const line = await Promise.race([firstLine(child.stdout), ended.then(() => undefined)]);
  const printed = JSON.parse(line ?? '{}') as Partial<ServerStartedJson> & {
    error?: { code: ErrorCode; message: string };
  };
  if (printed.url === undefined) throw didNotStart(printed.error, complaints);
  return {
    started: printed as ServerStartedJson,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function firstLine(input: Readable): Promise<string> {
  const lines = createInterface({ input });
  return new Promise((resolve) => lines.once('line', resolve));
}

function didNotStart(error: { code: ErrorCode; message: string } | undefined, complaints: string): CasparianError {
  return new CasparianError(error?.code ?? 'INTERNAL', 'The server of the demo did not start', {
    why: error?.message ?? (complaints.trim() || 'It ended without a message.'),
    next: [hint('Choose another port, or let the system choose a free one with {}', { options: { port: 0 } })],
  });
}
