import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { type Bridge, createBridges } from '../../../src/bridge/socket/open-bridge.js';
import { HELLO } from '../talk.js';

async function connected(bridge: Bridge): Promise<Socket> {
  const socket = createConnection(bridge.socketPath);
  socket.on('error', () => undefined);
  socket.write(HELLO);
  expect((await bridge.messages()[Symbol.asyncIterator]().next()).value).toMatchObject({ kind: 'hello' });
  return socket;
}

it('uses a socket again when its shim has ended, and removes it at the end', async () => {
  const bridges = createBridges();
  const first = await bridges.open();
  await connected(first);
  const beside = await bridges.open();
  expect(beside.socketPath).not.toBe(first.socketPath);
  await connected(beside);
  await Promise.all([first.close(), beside.close()]);
  const next = await bridges.open();
  expect([first.socketPath, beside.socketPath]).toContain(next.socketPath);
  await connected(next);
  await next.close();
  expect(existsSync(next.socketPath)).toBe(true);
  await bridges.close();
  expect(existsSync(dirname(next.socketPath))).toBe(false);
});

it('removes a socket that a shim may still connect to', async () => {
  const bridges = createBridges();
  const bridge = await bridges.open();
  await bridge.close();
  expect(existsSync(bridge.socketPath)).toBe(false);
  await bridges.close();
});

it('removes a socket to which more than its shim has connected', async () => {
  const bridges = createBridges();
  const bridge = await bridges.open();
  await connected(bridge);
  const second = createConnection(bridge.socketPath);
  second.on('error', () => undefined);
  await once(second, 'close');
  await bridge.close();
  expect(existsSync(bridge.socketPath)).toBe(false);
  await bridges.close();
});

it('removes a socket that is closed after the others', async () => {
  const bridges = createBridges();
  const bridge = await bridges.open();
  await connected(bridge);
  await bridges.close();
  await bridge.close();
  expect(existsSync(dirname(bridge.socketPath))).toBe(false);
});
