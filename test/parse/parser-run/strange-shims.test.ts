import { chmod } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BARE_PYTHON, createPlace, type Place, told } from '../place.js';

/**
 * A program in the place of Python that ignores our shim and talks to the socket as it likes. What it may do is what a
 * broken or hostile process may do; the host must end every one of these runs with an error of its own.
 */
let place: Place;
beforeEach(async () => void (place = await createPlace()));
afterEach(() => place.remove());

const PARSER = 'def parse(path):\n    return []\n';

const HELLO = `hello = b'{"$casparian":{"parser":{"api":"class","name":"p","version":"1.0.0","outputs":{"a":"int"},"topics":null,"language":"python","runtime":"fake","executable":"fake"}}}\\n'
send(len(hello).to_bytes(4, 'big') + hello)`;

async function runWithShim(body: string, options: { timeoutMs?: number } = {}) {
  const python = await place.file(
    'bin/python',
    `#!/usr/bin/env -S ${BARE_PYTHON} -S
import os, signal, socket, sys
host = socket.socket(socket.AF_UNIX)
path = sys.argv[sys.argv.index('--socket-path') + 1]
send = host.sendall
${body}
`,
  );
  await chmod(python, 0o755);
  return place.run(PARSER, { python, ...options });
}

const ROW = `row = b'{"a":1}\\n'\nsend(len(row).to_bytes(4, 'big') + row)`;

test.each([
  ['garbage instead of a hello', `send(b'GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' * 50)`, 'BRIDGE_PROTOCOL'],
  ['garbage after a hello', `${HELLO}\nsend(bytes(range(1, 256)) * 10)`, 'BRIDGE_PROTOCOL'],
  ['Arrow that is none', `${HELLO}\nsend(b'\\x00\\x00\\x00\\x08ARROW1\\x00\\x00')`, 'BRIDGE_PROTOCOL'],
  ['NDJSON that is none', `${HELLO}\nsend(b'\\x00\\x00\\x00\\x05{"a":')`, 'BRIDGE_PROTOCOL'],
  ['a huge length', `${HELLO}\nsend(b'\\xff\\xff\\xff\\xf0' + b'x' * 1000)`, 'BRIDGE_PROTOCOL'],
  ['a huge text', `${HELLO}\nsend(b'\\xff\\xff\\xff\\xff\\x7f\\xff\\xff\\xff')`, 'BRIDGE_PROTOCOL'],
  ['half a frame and dies', `${HELLO}\n${ROW}\nsend(b'\\x00\\x00\\x10\\x00{"a":')\nos._exit(1)`, 'BRIDGE_PROTOCOL'],
  ['half a length and dies', `${HELLO}\nsend(b'\\x00\\x00')\nos._exit(1)`, 'BRIDGE_PROTOCOL'],
  ['rows before a hello', `${ROW}\nsend(b'\\x00' * 4)`, 'BRIDGE_PROTOCOL'],
  ['something after the end', `${HELLO}\n${ROW}\nsend(b'\\x00' * 4 + b'more')`, 'BRIDGE_PROTOCOL'],
  ['rows and no end', `${HELLO}\n${ROW}\nhost.close()`, 'PARSER_EXITED'],
  ['nothing at all', '', 'PARSER_EXITED'],
  ['an error in plain words', `send(b'\\xff\\xff\\xff\\xff\\x00\\x00\\x00\\x04oops')`, 'PARSER_EXCEPTION'],
])('a shim that sends %s fails its run and no more', async (_, body, code) => {
  const report = await runWithShim(`host.connect(path)\n${body}`);
  expect(told(report), told(report).text).toMatchObject({ code });
  expect(report).toMatchObject({ status: 'failed', outputs: [] });
  await place.expectNothingLeftBut();
});

test('half a frame from a shim that was killed is told as the kill', async () => {
  const report = await runWithShim(
    `host.connect(path)\n${HELLO}\nsend(b'\\x00\\x00\\x10\\x00{"a":')\nos.kill(os.getpid(), signal.SIGKILL)`,
  );
  expect(told(report).code).toBe('PARSER_KILLED');
  expect(told(report).text).toContain('SIGKILL');
  await place.expectNothingLeftBut();
});

test('a program that ends without connecting is no Python', async () => {
  const report = await runWithShim('sys.exit(4)');
  expect(told(report).code).toBe('PARSER_NOT_CONNECTED');
  expect(told(report).text).toContain('exit code 4');
  expect(told(report).text).toContain(`${place.folder}/bin/python --version`);
  await place.expectNothingLeftBut();
});

test('a program that never connects ends with the time limit', async () => {
  const report = await runWithShim('signal.pause()', { timeoutMs: 500 });
  expect(told(report).code).toBe('PARSER_TIMEOUT');
  await place.expectNothingLeftBut();
});

test('a shim that sends garbage and then hangs is ended', async () => {
  const report = await runWithShim(`host.connect(path)\nsend(b'garbage!' * 10)\nsignal.pause()`);
  expect(told(report).code).toBe('BRIDGE_PROTOCOL');
  await place.expectNothingLeftBut();
});
