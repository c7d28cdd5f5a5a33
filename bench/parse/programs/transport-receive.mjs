// The receiver for transport_send.py: reads all bytes and drops them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [python, source, amounts] = process.argv.slice(2);
const sender = fileURLToPath(new URL('transport_send.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'casparian-transport-'));
const socketPath = join(folder, 'socket');
let bytes = 0;

const server = createServer((connection) => connection.on('data', (chunk) => (bytes += chunk.length)));
server.listen(socketPath);
await once(server, 'listening');
const child = spawn(python, [sender, source, socketPath, amounts], { stdio: ['ignore', 'inherit', 'inherit'] });
const [code] = await once(child, 'exit');
await new Promise((resolve) => server.close(resolve));
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ bytes }));
process.exitCode = code ?? 1;
