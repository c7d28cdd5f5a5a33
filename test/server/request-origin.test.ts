import { describe, expect, test } from 'vitest';
import { COMMAND_STORES } from '../cli/store.js';
import { casparian } from '../cli/casparian.js';
import { waitUntil } from '../services/wait-until.js';
import { startServer } from './running-server.js';

test('the traceparent of a request is kept on the job that it enqueues', async () => {
  const { keyOf, call } = await startServer('sqlite');
  const key = await keyOf('Operator');
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const { json } = await call<{ id: string }>('POST /v1/jobs', {
    key,
    body: { type: 'noop' },
    headers: { traceparent },
  });
  expect((await call(`GET /v1/jobs/${json.id}`, { key })).json).toMatchObject({ traceparent });
});

describe.each(COMMAND_STORES)('the X-Correlation-Id of a request on %s', (kind) => {
  test('is on its jobs, on the jobs of those, and in the log of the worker', async () => {
    const server = await startServer(kind, { args: ['--with-worker'], env: { CASPARIAN_LOG_LEVEL: 'info' } });
    const { keyOf, call, engine, running, flags } = server;
    const key = await keyOf('Operator');
    const headers = { 'x-correlation-id': 'order-4711', 'content-type': 'application/octet-stream' };
    const logged = running.line('stderr', /"job_type":"parse".*"correlation_id":"order-4711"/);
    await call('POST /v1/files?name=a.csv&dataset=a', { key, body: 'id\n1\n', headers });
    await waitUntil(async () => (await engine.jobs({ statuses: ['completed'], type: 'parse' })).length > 0, {
      for: 'the file to be read',
    });
    const [job] = await engine.jobs({ type: 'parse' });
    expect((await call(`GET /v1/jobs/${job?.id}`, { key })).json).toMatchObject({ correlation_id: 'order-4711' });
    expect((await casparian(['job', 'show', job!.id, ...flags])).stdout).toMatch(/request +order-4711/);
    await logged;
  });
});
