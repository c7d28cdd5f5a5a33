// The lower bound: a fork server delivers every file of a folder as Arrow bytes, which are dropped.
// node fork-host.mjs PYTHON FOLDER IN_FLIGHT
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nowMs } from '../../shared/clock.mjs';
import { inLanes } from './lanes.mjs';

const [python, source, inFlight] = process.argv.slice(2);
const startedAt = nowMs();
const folder = mkdtempSync(join(tmpdir(), 'casparian-floor-'));
const socketPath = join(folder, 'socket');
const program = fileURLToPath(new URL('fork_server.py', import.meta.url));
const server = spawn(python, [program, socketPath], { stdio: ['ignore', 'pipe', 'inherit'] });
await once(server.stdout, 'data');
const readyAt = nowMs();
let files = 0;
let bytes = 0;

await inLanes(readdirSync(source).sort(), Number(inFlight), async (name) => {
  const connection = createConnection(socketPath);
  connection.on('data', (chunk) => (bytes += chunk.length));
  connection.write(join(source, name));
  await once(connection, 'close');
  files++;
});

server.kill('SIGKILL');
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ files, bytes, startUpSeconds: (readyAt - startedAt) / 1_000 }));
