import { expect, test } from 'vitest';
import { type Running, start } from '../../cli/casparian.js';
import { freshStore } from '../../cli/store.js';
import { startServer } from '../running-server.js';

const HELLO = message(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

function message(id: number, method: string, params: object = {}): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
}

/** With its stdin open, as a client leaves it. */
async function startMcp(): Promise<Running & { send: (text: string) => void }> {
  const { flags } = await freshStore('sqlite');
  const running = start(['mcp', ...flags], { keepsInput: true });
  return { ...running, send: (text) => void running.process.stdin?.write(text) };
}

test('over stdio, messages that are wrong are refused or ignored, and the next ones get a response', async () => {
  const mcp = await startMcp();
  mcp.send(HELLO);
  await mcp.line('stdout', /"id":1/);
  mcp.send('this is not JSON\n{"jsonrpc":"2.0"}\n[]\nnull\n\u0000\n{"jsonrpc":"1.0","id":7,"method":"tools/list"}\n');
  mcp.send(message(2, 'no/such/method'));
  expect(await mcp.line('stdout', /"id":2/)).toContain('-32601');
  mcp.send(message(3, 'tools/call', { name: 'no such tool', arguments: {} }));
  expect(await mcp.line('stdout', /"id":3/)).toContain('There is no tool');
  mcp.send(message(4, 'tools/call', { name: 'list_jobs', arguments: 'text' }));
  expect(await mcp.line('stdout', /"id":4/)).toContain('"error"');
  mcp.send(message(5, 'tools/call', { name: 'query_datasets', arguments: { sql: 'x'.repeat(1_000_000) } }));
  expect(await mcp.line('stdout', /"id":5/)).toContain('VALIDATION_ERROR');
  mcp.send(message(6, 'tools/call', { name: '__proto__', arguments: { __proto__: 1 } }));
  expect(await mcp.line('stdout', /"id":6/)).toContain('There is no tool');
  mcp.send(message(7, 'tools/call', { name: 'status' }));
  expect(await mcp.line('stdout', /"id":7/)).toContain('<data-');

  mcp.process.stdin?.end();
  const { code, stdout } = await mcp.ended;
  expect(code).toBe(0);
  // Nothing but messages.
  for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
});

test('over stdio, a message without end ends the connection', async () => {
  const mcp = await startMcp();
  mcp.send(HELLO);
  await mcp.line('stdout', /"id":1/);
  mcp.send('x'.repeat(5_000_000));
  const { code, stderr } = await mcp.ended;
  expect([code, stderr]).toEqual([0, expect.stringContaining('could not be used') as string]);
});

test.each(['SIGINT', 'SIGTERM'] as const)('over stdio, %s ends it', async (signal) => {
  const mcp = await startMcp();
  mcp.send(HELLO);
  await mcp.line('stdout', /"id":1/);
  mcp.process.kill(signal);
  expect((await mcp.ended).code).toBe(0);
});

test('over HTTP, only complete messages with a key get a result', async () => {
  const server = await startServer('sqlite');
  const key = await server.keyOf('Reader');
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
  const post = (body: unknown, more: Record<string, string> = {}, withKey: string | undefined = key) =>
    server.call<{ error?: { code: unknown } }>('POST /mcp', { key: withKey, body, headers: { ...headers, ...more } });

  expect((await post(LIST)).status).toBe(200);
  expect(await server.call('POST /mcp', { body: LIST, headers })).toMatchObject({ status: 401 });
  expect(await post(LIST, {}, 'bpc_unknown')).toMatchObject({ status: 401, json: { error: { code: 'UNAUTHORIZED' } } });
  expect(await post('{"jsonrpc"')).toMatchObject({ status: 400 });
  expect(await post({ ...LIST, jsonrpc: '1.0' })).toMatchObject({ status: 400 });
  expect(await post(LIST, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
  expect(await post(LIST, { origin: 'https://evil.example' })).toMatchObject({ status: 403 });
  expect(await post('x'.repeat(1_100_000))).toMatchObject({ status: 413 });
  expect((await server.call('GET /mcp', { key, headers })).status).toBe(405);
  expect((await server.call('DELETE /mcp', { key, headers })).status).toBe(405);
  expect((await server.call('PUT /mcp', { key, headers })).status).toBe(404);
  expect((await post(LIST)).status).toBe(200);
});

test('over HTTP, the rate limit of the key counts', async () => {
  const server = await startServer('sqlite', {
    env: { CASPARIAN_RATE_LIMIT_ENABLED: '1', CASPARIAN_RATE_LIMIT_RPS: '1', CASPARIAN_RATE_LIMIT_BURST: '2' },
  });
  const key = await server.keyOf('Reader');
  const headers = { accept: 'application/json, text/event-stream' };
  // Together, so that a slow machine does not earn a token for each.
  const calls = Array.from({ length: 30 }, () => server.call('POST /mcp', { key, body: LIST, headers }));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect([...new Set(statuses)].sort()).toEqual([200, 429]);
});
