import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.js';
import { startServerProcess } from './server-process.js';
import { createServiceDirectory } from './service-directory.js';
import { S3_KEYS } from './shared-s3.js';
import { waitUntil } from './wait-until.js';

export interface DurableS3Server {
  url: string;
  /** On the same port, with the same objects. */
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('../../.cache/tools/versitygw/bin/versitygw', import.meta.url));

/** Says so if it is not installed. */
export function versitygwInstalled(): boolean {
  if (existsSync(PROGRAM)) return true;
  console.warn('\n!!! versitygw is not installed: its tests are SKIPPED (npm run setup -- --versitygw compiles it)\n');
  return false;
}

/** An S3 server that keeps its objects on disk: starts in 0.3 s. */
export async function startVersitygw(): Promise<DurableS3Server> {
  const directory = await createServiceDirectory('versitygw', { owner: undefined, lastSignal: 'TERM' });
  const data = join(directory.path, 'data');
  await mkdir(data);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { AWS_ACCESS_KEY_ID: ROOT_ACCESS_KEY, AWS_SECRET_ACCESS_KEY: ROOT_SECRET_KEY } = S3_KEYS;
  const launch = () =>
    startServerProcess({
      ...{ command: PROGRAM, args: ['--port', `127.0.0.1:${port}`, 'posix', data] },
      env: { PATH: process.env['PATH'], HOME: directory.path, ROOT_ACCESS_KEY, ROOT_SECRET_KEY },
      ...{ user: undefined, directory: directory.path },
    });
  let server = launch();
  // Any response, also a refusal, shows that it listens.
  const becomeReady = () =>
    waitUntil(async () => (server.assertRunning(), (await fetch(url)).status > 0), {
      ...{ for: 'versitygw to accept requests', intervalMs: 50, evidence: () => server.logTail() },
    });
  await becomeReady();
  return {
    url,
    async start() {
      server = launch();
      await becomeReady();
    },
    kill: () => server.end('SIGKILL', 0),
    async remove() {
      await server.end('SIGTERM', 5_000);
      await directory.remove();
    },
  };
}
