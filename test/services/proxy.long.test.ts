import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startProxy } from './proxy.js';
import { waitUntil } from './wait-until.js';

test('the proxy forwards, freezes without closing, thaws, and cuts', async () => {
  const echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const { port } = echo.address() as AddressInfo;
  const proxy = await startProxy({ port });
  onTestFinished(async () => {
    await proxy.close();
    echo.close();
  });

  const early = connectAndCollect(proxy.port);
  early.socket.write('one ');
  await early.receives('one ');

  proxy.pause();
  const late = connectAndCollect(proxy.port);
  await once(late.socket, 'connect');
  early.socket.write('two ');
  late.socket.write('three');
  // An open proxy would have forwarded both long before the server has answered 50 times without it.
  const direct = connectAndCollect(port);
  for (let answers = 1; answers <= 50; answers += 1) {
    direct.socket.write('.');
    while (direct.received().length < answers) await once(direct.socket, 'data');
  }
  direct.socket.destroy();
  expect([early.received(), late.received()]).toEqual(['one ', '']);
  expect([early.socket.destroyed, late.socket.destroyed]).toEqual([false, false]);

  proxy.resume();
  await early.receives('one two ');
  await late.receives('three');

  const closed = Promise.all([once(early.socket, 'close'), once(late.socket, 'close')]);
  proxy.cut();
  await closed;
});

function connectAndCollect(port: number) {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  const received = () => text;
  const receives = (expected: string) => waitUntil(() => text === expected, { for: expected });
  return { socket, received, receives };
}
