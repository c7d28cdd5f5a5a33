import { existsSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { delimiter, join } from 'node:path';
import { connect } from 'amqplib';
import { freePort } from './free-port.js';
import { createServiceDirectory } from './service-directory.js';
import { startServerProcess } from './server-process.js';
import { unprivilegedUser } from './unprivileged-user.js';
import type { UserIds } from './unprivileged-user.js';
import { waitUntil } from './wait-until.js';

export interface RabbitmqServer {
  url: string;
  port: number;
  /** Uses the same ports and data as before. */
  start(): Promise<void>;
  /** A graceful shutdown; the data is kept for the next start. */
  stop(): Promise<void>;
  /** SIGKILL: only durable queues and persistent messages survive. */
  kill(): Promise<void>;
  /** Stops the server and deletes its data. Also happens when the process ends. */
  remove(): Promise<void>;
}

export function rabbitmqInstalled(): boolean {
  return findServerScript() !== undefined;
}

/** Starts a RabbitMQ for a test, on free ports and without data: about 9 s. */
export async function startRabbitmq(): Promise<RabbitmqServer> {
  const script = findServerScript();
  if (script === undefined) throw new Error('RabbitMQ is not installed: check rabbitmqInstalled() first');
  const user = unprivilegedUser('rabbitmq');
  const directory = await createServiceDirectory('rabbitmq', { owner: user, lastSignal: 'TERM' });
  await writeSettings(directory.path, user);
  const port = await freePort();
  const epmdPort = await freePort();
  const env = serverEnvironment(directory.path, { port, epmdPort, distributionPort: await freePort() });
  const url = `amqp://guest:guest@127.0.0.1:${port}`;
  const launch = (command: string, args: string[]) =>
    startServerProcess({ command, args, env, user, directory: directory.path });

  // Otherwise Erlang starts its name server as a daemon that outlives the broker. In the foreground, it ends with the tests.
  const epmd = launch('epmd', ['-port', String(epmdPort)]);
  await waitUntil(() => (epmd.assertRunning(), accepts(epmdPort)), { for: 'epmd to listen' });

  let broker = launch(script, []);
  const becomeReady = () =>
    waitUntil(() => (broker.assertRunning(), answers(url)), {
      for: 'RabbitMQ to accept connections',
      timeoutMs: 90_000,
      intervalMs: 100,
      evidence: () => broker.logTail(),
    });
  await becomeReady();

  const stop = () => broker.end('SIGTERM', 30_000);
  return {
    url,
    port,
    async start() {
      broker = launch(script, []);
      await becomeReady();
    },
    stop,
    kill: () => broker.end('SIGKILL', 0),
    async remove() {
      await stop();
      await epmd.end('SIGTERM', 5_000);
      await directory.remove();
    },
  };
}

/** The real script first: the one that Debian puts on the PATH is a wrapper that changes user and directory. */
function findServerScript(): string | undefined {
  const folders = ['/usr/lib/rabbitmq/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'rabbitmq-server')).find((path) => existsSync(path));
}

async function writeSettings(directory: string, user: UserIds | undefined): Promise<void> {
  // With the default limit on free disk space (50 MB), tests would hang on a full disk.
  await writeFile(
    join(directory, 'rabbitmq.conf'),
    'disk_free_limit.absolute = 1MB\nlog.console = true\nlog.file = false\n',
  );
  await writeFile(join(directory, 'enabled_plugins'), '[].\n');
  await writeFile(join(directory, 'rabbitmq-env.conf'), '');
  for (const folder of ['mnesia', 'logs']) {
    await mkdir(join(directory, folder));
    if (user !== undefined) await chown(join(directory, folder), user.uid, user.gid);
  }
}

function serverEnvironment(
  directory: string,
  ports: { port: number; epmdPort: number; distributionPort: number },
): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    HOME: directory,
    ERL_EPMD_PORT: String(ports.epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `casparian-${ports.port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(ports.port),
    RABBITMQ_DIST_PORT: String(ports.distributionPort),
    RABBITMQ_CONF_ENV_FILE: join(directory, 'rabbitmq-env.conf'),
    RABBITMQ_CONFIG_FILE: join(directory, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(directory, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: join(directory, 'mnesia'),
    RABBITMQ_LOG_BASE: join(directory, 'logs'),
    RABBITMQ_PID_FILE: join(directory, 'mnesia', 'pid'),
  };
}

async function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectSocket(port, '127.0.0.1');
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}

async function answers(url: string): Promise<boolean> {
  const connection = await connect(url, { timeout: 5_000 });
  connection.on('error', () => undefined);
  await connection.close();
  return true;
}
