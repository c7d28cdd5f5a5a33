import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { startServer } from './server-process.mjs';

/** Starts a Redis with default settings. Returns undefined if Redis is not available. */
export async function startRedis(directory, log) {
  if (!isInstalled() && !installFromDebian(log)) return undefined;
  const data = join(directory, 'redis');
  mkdirSync(data);
  const port = await freePort();
  const server = await startServer({
    command: 'redis-server',
    args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', data],
    logFile: join(directory, 'redis.log'),
    stopSignal: 'SIGTERM',
    isReady: async () => (await ask(port, 'PING')) === '+PONG',
  });
  return {
    ...server,
    url: `redis://127.0.0.1:${port}`,
    version: version(),
    empty: () => ask(port, 'FLUSHALL'),
  };
}

function isInstalled() {
  try {
    version();
    return true;
  } catch {
    return false;
  }
}

function version() {
  const answer = execFileSync('redis-server', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return answer.match(/v=(\S+)/)?.[1] ?? answer.trim();
}

function installFromDebian(log) {
  if (process.getuid?.() !== 0) return false;
  log('installing redis-server with apt-get');
  // RUNLEVEL=1 keeps the package from starting its own server.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const install = () =>
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], { env, stdio: 'ignore' });
  try {
    install();
    return true;
  } catch {
    // The package lists may be missing or old: update them and try once more.
  }
  try {
    execFileSync('apt-get', ['update'], { env, stdio: 'ignore' });
    install();
    return true;
  } catch {
    return false;
  }
}

/** Sends one inline command and returns the first line of the reply; undefined if the connection is refused. */
function ask(port, command) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    const answer = (value) => {
      socket.destroy();
      resolve(value);
    };
    socket.once('data', (data) => answer(data.toString().trim()));
    socket.once('error', () => answer(undefined));
  });
}
