import { existsSync } from 'node:fs';
import { chown, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.js';
import { createServiceDirectory } from './service-directory.js';
import { startServerProcess } from './server-process.js';
import { unprivilegedUser } from './unprivileged-user.js';
import { waitUntil } from './wait-until.js';

export function pgbouncerInstalled(): boolean {
  return findProgram() !== undefined;
}

/** A PgBouncer in transaction mode before the server of this database. Returns the address of the database behind it. */
export async function startPgbouncer(
  databaseUrl: string,
  { serverConnections }: { serverConnections: number },
): Promise<string> {
  const program = findProgram();
  if (program === undefined) throw new Error('PgBouncer is not installed: check pgbouncerInstalled() first');
  const user = unprivilegedUser('postgres');
  const directory = await createServiceDirectory('pgbouncer', { owner: user, lastSignal: 'TERM' });
  const { hostname, port: serverPort, username, pathname } = new URL(databaseUrl);
  const port = await freePort();
  const file = join(directory.path, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${serverConnections}
`,
  );
  if (user !== undefined) await chown(file, user.uid, user.gid);
  const server = startServerProcess({ command: program, args: [file], env: {}, user, directory: directory.path });
  onTestFinished(() => server.end('SIGINT', 5_000));
  const url = `postgresql://${username}@127.0.0.1:${port}${pathname}`;
  await waitUntil(() => (server.assertRunning(), answers(url)), {
    for: 'PgBouncer to accept connections',
    evidence: () => server.logTail(),
  });
  return url;
}

function findProgram(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
