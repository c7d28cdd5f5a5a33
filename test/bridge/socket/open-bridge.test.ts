import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { dirname } from 'node:path';
import { tableFromArrays, tableToIPC } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BridgeMessage } from '../../../src/bridge/protocol/message.js';
import { openBridge } from '../../../src/bridge/socket/open-bridge.js';
import { encodeData, encodeError, encodeLog, encodeRows } from '../../../src/bridge/shims/node/frames.js';
import { bytes, END, HELLO, ndjson, rendered, talk } from '../talk.js';

const ARROW = bytes(encodeData(tableToIPC(tableFromArrays({ n: BigInt64Array.of(1n, -2n), t: ['a', 'é'] }), 'stream')));
const ROWS = bytes(encodeRows({ columns: ['a'] }, '{"a":1}\n{"a":"x"}\n'));
const LOG = bytes(encodeLog('info', 'halfway'));
const STREAM = Buffer.concat([HELLO, ARROW, LOG, ROWS, ARROW, END]);
const KINDS = ['hello', 'batch', 'log', 'batch', 'batch', 'end'];

describe('a stream of frames', () => {
  it('gives the same messages however it is cut into chunks', async () => {
    const whole = (await talk([STREAM])).map(rendered);
    expect(whole.map((line) => (JSON.parse(line) as BridgeMessage).kind)).toEqual(KINDS);
    const cuts = fc.array(fc.integer({ min: 1, max: STREAM.length - 1 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const edges = [0, ...places.sort((a, b) => a - b), STREAM.length];
        const chunks = edges.slice(1).map((edge, index) => STREAM.subarray(edges[index], edge));
        expect((await talkSlowly(chunks)).map(rendered)).toEqual(whole);
      }),
      { numRuns: 25 },
    );
  });

  it('takes a hundred frames and the end out of one chunk', async () => {
    const messages = await talk([Buffer.concat([HELLO, ...Array<Buffer>(100).fill(ROWS), END])]);
    expect(messages.length).toBe(102);
    expect(messages.at(-1)).toEqual({ kind: 'end' });
  });

  it('takes a frame larger than its first step of memory', async () => {
    const text = 'x'.repeat(40 * 1024 * 1024);
    const messages = await talk([HELLO, ndjson(`{"a":"${text}"}\n`), END]);
    expect(messages[1]).toMatchObject({ kind: 'batch', batch: { columns: [{ name: 'a', cells: [text] }] } });
  });

  it('takes every message out of recycled memory when they are used one at a time', async () => {
    const bridge = await openBridge({ recycleFrames: true });
    createConnection(bridge.socketPath).end(STREAM);
    const lines = [];
    for await (const message of bridge.messages()) lines.push(rendered(message));
    await bridge.close();
    expect(lines).toEqual((await talk([STREAM])).map(rendered));
  });

  it('ends without a last message when the connection closes between two frames', async () => {
    expect((await talk([HELLO, ROWS])).map(({ kind }) => kind)).toEqual(['hello', 'batch']);
  });

  it('takes an error without a hello, from a parser that cannot be loaded', async () => {
    const messages = await talk([LOG, bytes(encodeError('no parser'))]);
    expect(messages.at(-1)).toMatchObject({ kind: 'error', failure: { kind: 'exception', message: 'no parser' } });
  });
});

describe('what is no protocol', () => {
  const length = (value: number): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(value);
    return head;
  };

  it.each([
    ['garbage', [Buffer.from('GET / HTTP/1.1\r\n\r\n')], /frame 1 \(byte 0\): claims data of \d+ bytes/],
    [
      'a huge length',
      [HELLO, length(0xfffffffd)],
      /frame 2 .*claims data of 4294967293 bytes; the maximum is 268435456/,
    ],
    ['a huge text', [HELLO, Buffer.from('ffffffff7fffffff', 'hex')], /claims a text of 2147483647 bytes/],
    ['half a length', [HELLO, ROWS.subarray(0, 2)], /frame 2 .*closed after 2 bytes of its head/],
    ['half a frame', [HELLO, ROWS.subarray(0, 20)], new RegExp(`closed after 16 of its ${ROWS.length - 4} bytes`)],
    ['a log level', [HELLO, Buffer.from('fffffffe0900000000', 'hex')], /log of level 9/],
    ['data after the end', [Buffer.concat([HELLO, END, ROWS])], /is the end, but more bytes follow it/],
    ['data after an error', [Buffer.concat([bytes(encodeError('x')), END])], /is the error, but more bytes follow it/],
    ['no hello before data', [ROWS], /is data, but no hello came before it/],
    ['no hello before the end', [END], /is the end, but no hello came before it/],
    ['a second hello', [HELLO, HELLO], /is a second hello/],
    ['text that is not UTF-8', [HELLO, ndjson('{"a":"x"}\n').fill(0xff, 9, 10)], /not UTF-8/],
    [
      'bytes that are no Arrow',
      [HELLO, bytes(encodeData(Buffer.from('ARROW1 and more')))],
      /neither NDJSON nor an Arrow/,
    ],
    ['JSON that is none', [HELLO, ndjson('{"a":1}\n{"a":\n')], /line 2 is not JSON/],
    ['a row that is a list', [HELLO, ndjson('{"a":1}\n[1]\n')], /line 2 is not a JSON object/],
    ['an unclosed line', [HELLO, ndjson('{"a":1}')], /last line of NDJSON has no line end/],
    [
      'a column beyond the header',
      [HELLO, ndjson('{"$casparian":{"columns":["a"]}}\n{"b":1}\n')],
      /the key "b" is not among/,
    ],
    ['a column twice', [HELLO, ndjson('{"$casparian":{"columns":["a","a"]}}\n')], /two columns with the name "a"/],
    ['an unknown tag', [HELLO, ndjson('{"a":{"$foo":"1"}}\n')], /line 1: column "a": unknown tag "\$foo"/],
    ['a tag that lies', [HELLO, ndjson('{"a":{"$date":"2024-02-30"}}\n')], /\$date cannot be "2024-02-30"/],
  ])('refuses %s and says where and why', async (_what, chunks, message) => {
    await expect(talk(chunks)).rejects.toMatchObject({
      code: 'BRIDGE_PROTOCOL',
      message: expect.stringMatching(message) as string,
    });
  });

  it('holds a connection to smaller bounds when asked to', async () => {
    await expect(talk([HELLO], { maxFrameBytes: 10 })).rejects.toThrow('the maximum is 10');
  });

  it('survives any bytes at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (noise) => {
        await talk([HELLO, noise]).catch((error: unknown) => expect(error).toMatchObject({ code: 'BRIDGE_PROTOCOL' }));
      }),
      { numRuns: 50 },
    );
  });
});

describe('the life of a bridge', () => {
  it('opens its socket in a folder for this user only, and removes both', async () => {
    const bridge = await openBridge();
    const folder = dirname(bridge.socketPath);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(Buffer.byteLength(bridge.socketPath)).toBeLessThanOrEqual(100);
    await Promise.all([bridge.close(), bridge.close()]);
    expect(existsSync(folder)).toBe(false);
  });

  it('goes to /tmp when the temporary folder is too deep for a socket', async () => {
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = `/tmp/${'deep/'.repeat(30)}`;
    try {
      const bridge = await openBridge();
      expect(bridge.socketPath).toMatch(/^\/tmp\/casparian-/);
      await bridge.close();
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  });

  it('ends the wait for a shim that never connects when it is closed', async () => {
    const bridge = await openBridge();
    const next = bridge.messages()[Symbol.asyncIterator]().next();
    await bridge.close();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(bridge.connected).toBe(false);
  });

  it('ends quietly when it is closed in the middle of a frame', async () => {
    const bridge = await openBridge();
    const socket = createConnection(bridge.socketPath);
    socket.on('error', () => undefined);
    socket.write(HELLO.subarray(0, 20));
    const next = bridge.messages()[Symbol.asyncIterator]().next();
    await once(socket, 'connect');
    await bridge.close();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('refuses a second connection and hears only the first', async () => {
    const bridge = await openBridge();
    const first = createConnection(bridge.socketPath);
    first.write(HELLO);
    const messages = bridge.messages()[Symbol.asyncIterator]();
    expect((await messages.next()).value).toMatchObject({ kind: 'hello' });
    const second = createConnection(bridge.socketPath);
    const [error] = (await once(second, 'error')) as [NodeJS.ErrnoException];
    expect(['ENOENT', 'ECONNREFUSED', 'ECONNRESET']).toContain(error.code);
    first.end(END);
    expect((await messages.next()).value).toEqual({ kind: 'end' });
    expect(bridge.connected).toBe(true);
    await bridge.close();
  });

  it('does not hang up on a shim that has sent its end', async () => {
    const bridge = await openBridge();
    const socket = createConnection({ path: bridge.socketPath, allowHalfOpen: true });
    let ended = false;
    socket.on('end', () => (ended = true)).resume();
    socket.end(Buffer.concat([HELLO, END]));
    for await (const message of bridge.messages()) expect(['hello', 'end']).toContain(message.kind);
    await new Promise(setImmediate);
    expect(ended).toBe(false);
    const closed = once(socket, 'close');
    await bridge.close();
    await closed;
    expect(ended).toBe(true);
  });

  it('reads no further than a slow consumer has come', async () => {
    const bridge = await openBridge();
    const socket = createConnection(bridge.socketPath);
    const frame = ndjson(`{"a":"${'x'.repeat(1_000_000)}"}\n`);
    socket.write(HELLO);
    for (let count = 0; count < 40; count += 1) socket.write(frame);
    socket.end(END);
    let batches = 0;
    for await (const { kind } of bridge.messages()) {
      if (kind !== 'batch') continue;
      batches += 1;
      // Whatever the writer still holds has not been read: all but the frames used so far and the kernel's buffer.
      await new Promise(setImmediate);
      expect(socket.writableLength).toBeGreaterThan((40 - batches - 2) * frame.length);
    }
    expect(batches).toBe(40);
    await bridge.close();
  });
});

/** Each chunk is written by itself and read before the next. */
async function talkSlowly(chunks: readonly Buffer[]): Promise<BridgeMessage[]> {
  const bridge = await openBridge();
  const socket = createConnection(bridge.socketPath);
  const messages: BridgeMessage[] = [];
  const reading = (async () => {
    for await (const message of bridge.messages()) messages.push(message);
  })();
  for (const chunk of chunks) {
    await new Promise((resolve) => socket.write(chunk, resolve));
    await new Promise(setImmediate);
  }
  socket.end();
  await reading;
  await bridge.close();
  return messages;
}
