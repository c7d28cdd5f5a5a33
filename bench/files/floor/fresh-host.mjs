// A fresh process for each of the first files of a folder; their Arrow bytes are dropped.
// node fresh-host.mjs PYTHON FOLDER IN_FLIGHT FILES
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inLanes } from './lanes.mjs';

const [python, source, inFlight, count] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'casparian-fresh-'));
const socketPath = join(folder, 'socket');
const program = fileURLToPath(new URL('fresh_process.py', import.meta.url));
let files = 0;
let bytes = 0;

const server = createServer((connection) => connection.on('data', (chunk) => (bytes += chunk.length)));
server.listen(socketPath);
await once(server, 'listening');
await inLanes(readdirSync(source).sort().slice(0, Number(count)), Number(inFlight), async (name) => {
  const child = spawn(python, [program, socketPath, join(source, name)], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code === 0) files++;
});
await new Promise((resolve) => server.close(resolve));
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ files, bytes }));
