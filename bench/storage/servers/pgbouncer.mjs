import { chownSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../engine/servers/free-port.mjs';
import { queryOnce } from '../../engine/measure/postgres-clients.mjs';
import { startServer } from '../../engine/servers/server-process.mjs';
import { unprivilegedAccount } from '../../engine/servers/unprivileged.mjs';

const PROGRAMS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];

/** A PgBouncer in transaction mode with its default of 20 connections to the server; undefined if it is not installed. */
export async function startPgbouncer(directory, databaseUrl) {
  const program = PROGRAMS.find((path) => existsSync(path));
  if (program === undefined) return undefined;
  const { hostname, port: serverPort, username, pathname } = new URL(databaseUrl);
  const port = await freePort();
  const account = unprivilegedAccount();
  const file = join(directory, 'pgbouncer.ini');
  const settings = `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 2000
`;
  writeFileSync(file, settings);
  if (account.uid !== undefined) chownSync(file, account.uid, account.gid);
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`;
  const server = await startServer({
    command: program,
    args: [file],
    logFile: join(directory, 'pgbouncer.log'),
    account,
    stopSignal: 'SIGINT',
    isReady: () =>
      queryOnce(url, 'select 1').then(
        () => true,
        () => false,
      ),
  });
  return { ...server, url };
}
