import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.js';
import { startServerProcess } from './server-process.js';
import { createServiceDirectory } from './service-directory.js';
import { waitUntil } from './wait-until.js';

export interface S3Server {
  url: string;
  remove(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('../../.cache/tools/moto/bin/moto_server', import.meta.url));

export function motoInstalled(): boolean {
  return existsSync(PROGRAM);
}

/** An S3 server that keeps its objects in memory: about 2 s. */
export async function startMoto(): Promise<S3Server> {
  const directory = await createServiceDirectory('moto', { owner: undefined, lastSignal: 'TERM' });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = startServerProcess({
    ...{ command: PROGRAM, args: ['-H', '127.0.0.1', '-p', String(port)] },
    env: { PATH: process.env['PATH'], HOME: directory.path, LANG: 'C.UTF-8' },
    ...{ user: undefined, directory: directory.path },
  });
  await waitUntil(async () => (server.assertRunning(), (await fetch(url)).ok), {
    ...{ for: 'moto to accept requests', intervalMs: 100, evidence: () => server.logTail() },
  });
  return {
    url,
    async remove() {
      await server.end('SIGTERM', 5_000);
      await directory.remove();
    },
  };
}
