import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Ended } from './casparian.js';

const PROGRAM = fileURLToPath(new URL('fixtures/batch.mjs', import.meta.url));

export interface Batch {
  readonly calls: readonly { readonly args: readonly string[]; readonly env: Record<string, string> }[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly endWithinMs: number;
}

interface Host {
  readonly process: ChildProcess;
  /** What its commands wrote past what is answered. */
  heard: string;
}

/** Those that have nothing to do. They end with this process, when their channel to it closes. */
const idle: Host[] = [];

/** Has command lines run in a process that has run others before: to start one takes longer than most commands do. */
export async function runBatch({ endWithinMs, ...batch }: Batch): Promise<Ended[]> {
  const host = idle.pop() ?? startHost();
  const end = new AbortController();
  const onExit = (): void => end.abort();
  const deadline = setTimeout(() => host.process.kill('SIGKILL'), endWithinMs);
  try {
    const answer = once(host.process, 'message', { signal: end.signal });
    host.process.once('exit', onExit).send(batch);
    const [results] = (await answer) as [Ended[]];
    idle.push(host);
    return results;
  } catch (error) {
    throw new Error(`the batch ended early:\n${host.heard}`, { cause: error });
  } finally {
    clearTimeout(deadline);
    host.process.off('exit', onExit);
  }
}

function startHost(): Host {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const host = { process: child, heard: '' };
  child.unref();
  child.channel?.unref();
  for (const stream of [child.stdout, child.stderr] as Socket[]) {
    stream.unref();
    stream.setEncoding('utf8').on('data', (text: string) => (host.heard += text));
  }
  return host;
}
