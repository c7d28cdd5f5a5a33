import { expect, test } from 'vitest';
import { type Client, createClient, type LiveMessage } from '../../src/client/index.js';
import { startServer } from '../server/running-server.js';
import { openProxy } from './breakable-proxy.js';

test('events continue without gaps after a broken connection and after a restart of the server', async () => {
  const first = await startServer('sqlite');
  const proxy = await openProxy(first.url);
  const client = createClient({ url: proxy.url, key: await first.keyOf('Admin') });
  const ending = new AbortController();
  const stream = client.events({ signal: ending.signal });
  expect((await stream.next()).value).toMatchObject({ event: 'ready', data: {} });

  const enqueued: string[] = [];
  const told: string[] = [];
  const enqueue = async (through: Client): Promise<void> => {
    enqueued.push((await through.post('/v1/jobs', { body: { type: 'noop' } })).id);
  };
  const read = async (): Promise<void> => {
    while (told.length < enqueued.length) told.push(...jobsOf((await stream.next()).value as LiveMessage));
  };
  await enqueue(client);
  await read();

  proxy.cut();
  await enqueue(client);
  await read();

  first.running.process.kill('SIGKILL');
  await first.running.ended;
  const second = await startServer('sqlite', { store: first });
  const direct = createClient({ url: second.url, key: await second.keyOf('Operator') });
  await enqueue(direct);
  await enqueue(direct);
  proxy.target = second.url;
  await read();
  expect(told).toEqual(enqueued);
  const streams = proxy.seen.filter(({ line }) => line === 'GET /v1/events/stream');
  expect(streams.slice(1).every(({ headers }) => headers['last-event-id'] !== undefined)).toBe(true);

  const reason = new Error('enough');
  const next = stream.next();
  ending.abort(reason);
  await expect(next).rejects.toBe(reason);
});

test('events of an earlier process continue with its last id, and a refusal ends them', async () => {
  const server = await startServer('sqlite');
  const key = await server.keyOf('Auditor');
  const client = createClient({ url: server.url, key });
  for await (const { id } of client.events()) {
    await createClient({ url: server.url, key: await server.keyOf('Operator') }).post('/v1/jobs', {
      body: { type: 'noop' },
    });
    for await (const message of client.events({ lastEventId: id })) {
      expect(message.event).toBe('change');
      expect(message.data.resources).toContain('job');
      break;
    }
    break;
  }
  const stranger = createClient({ url: server.url, key: 'bpc_unknown' });
  await expect(stranger.events().next()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

function jobsOf({ data }: LiveMessage): string[] {
  return (data.events ?? []).filter((event) => event.event_type === 'job.enqueued').map((event) => event.aggregate_id);
}
