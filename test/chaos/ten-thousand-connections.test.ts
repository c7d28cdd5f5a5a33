import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '../services/wait-until.js';
import { type RunningServer, startServer } from '../server/running-server.js';

const CONNECTIONS = 10_000;
const CONNECTING_AT_ONCE = 200;
/** Of the server, with all connections and a request on each. An idle connection of Node takes a few kilobytes. */
const MAX_GROWTH_BYTES = 300_000_000;

const openFiles = Number(
  execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).replace('unlimited', 'Infinity'),
);
const isAllowed = openFiles > CONNECTIONS + 1_000;
if (!isAllowed)
  console.warn(`SKIPPED: ${CONNECTIONS} connections need more open files than ulimit -n allows (${openFiles})`);

test.skipIf(!isAllowed)(
  '10,000 connections from loopback: bounded memory, and other clients do not notice them',
  async () => {
    const server = await startServer('sqlite');
    const key = await server.keyOf('Admin');
    const isFine = async (): Promise<boolean> => {
      const made = await server.call('POST /v1/jobs', { key, body: { type: 'noop' } });
      return made.status === 201 && (await server.call('GET /v1/jobs?limit=1', { key })).status === 200;
    };
    expect(await isFine()).toBe(true);
    const before = residentBytes(server);

    const sockets = await openAll(server.port);
    expect(await isFine()).toBe(true);

    // Half of a request on each: they wait for headers that do not come, until they are disconnected with a clear error.
    for (const socket of sockets.slice(0, CONNECTIONS / 2)) socket.write('GET /v1/jobs HTTP/1.1\r\nHost:');
    // A whole request on each of the others, all at the same time.
    const answered = sockets.slice(CONNECTIONS / 2).map(async (socket) => {
      const [data] = (await once(socket, 'data')) as [Buffer];
      return data.toString().split('\r\n', 1)[0];
    });
    for (const socket of sockets.slice(CONNECTIONS / 2))
      socket.write('GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    expect(await isFine()).toBe(true);
    expect(new Set(await Promise.all(answered))).toEqual(new Set(['HTTP/1.1 200 OK']));
    const grown = residentBytes(server) - before;
    console.log(`${CONNECTIONS} connections: ${(grown / 1e6).toFixed(0)} MB more`);
    expect(grown).toBeLessThan(MAX_GROWTH_BYTES);

    const slow = sockets[0] as Socket;
    const [data] = (await once(slow, 'data')) as [Buffer];
    expect(data.toString()).toMatch(/^HTTP\/1\.1 408 [^]*REQUEST_TIMEOUT/);
    await waitUntil(
      () => sockets.slice(0, CONNECTIONS / 2).every(({ destroyed, readableEnded }) => destroyed || readableEnded),
      {
        for: 'the slow ones to be disconnected',
        timeoutMs: 120_000,
      },
    );
    expect(await isFine()).toBe(true);
  },
);

async function openAll(port: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  while (sockets.length < CONNECTIONS) {
    const some = Array.from({ length: CONNECTING_AT_ONCE }, () => connect(port, '127.0.0.1'));
    sockets.push(...some);
    await Promise.all(some.map((socket) => once(socket, 'connect')));
    for (const socket of some) socket.on('error', () => undefined).on('data', () => undefined);
  }
  return sockets;
}

function residentBytes({ running }: RunningServer): number {
  const status = readFileSync(`/proc/${running.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024;
}
