import { pipelineHome } from '../../../src/pipeline/index.js';
import { readFile } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tenantDatabase } from '../../../src/database/index.js';
import { BUILT_IN_JOBS } from '../../../src/engine/index.js';
import { recordEvents } from '../../../src/events/index.js';
import { openPepper } from '../../../src/operations/index.js';
import { silentLogger } from '../../../src/platform/index.js';
import { openServer } from '../../../src/server/index.js';
import type { Changes, Listener } from '../../../src/server/live/change-hub.js';
import { openEventStream } from '../../../src/server/live/event-stream.js';
import type { PlacedEvent } from '../../../src/events/index.js';
import { freshStore, type Store, STORES } from '../../cli/store.js';
import { keyIn, startServer } from '../running-server.js';

interface Message {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: { readonly resources?: string[]; readonly events?: { readonly aggregate_id: string }[] };
}

/** A server in this process; `close` is what a stop does. */
async function serve(store: Store): Promise<{ url: string; close: () => Promise<void> }> {
  const { engine } = store;
  const home = store.flags[1] as string;
  const server = await openServer({
    services: {
      ...{ engine, database: engine.database, logger: silentLogger, home, defaultTenant: 'default' },
      outputs: pipelineHome(home),
      pepper: openPepper({ configured: undefined, home }),
      ...{ jobModules: [], scanFolders: [], allowPrivate: false, webhookKey: { configured: undefined, home } },
      currentKeyId: () => Promise.reject(new Error('no passports here')),
      ...{ maxPayloadBytes: 1_000_000, maxUploadBytes: 1_000_000 },
      publishedKeys: () => Promise.resolve([]),
      settings: () => ({}),
      checkInstallation: () => Promise.resolve([]),
    },
    ...{ host: '127.0.0.1', port: 0, hosts: [], basePath: '', readOnly: false, noAuth: false, rate: undefined },
    mcpAllowsChanges: false,
    local: { actor: 'test', tenant: 'default' },
    limits: { maxConnections: 1_000, headersTimeoutMs: 10_000, requestTimeoutMs: 60_000 },
    metrics: { contentType: 'text/plain', scrape: () => Promise.resolve('') },
    readiness: () => Promise.resolve({ ready: true, reasons: [] }),
    onServed: () => undefined,
  });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= server.close(5_000));
  onTestFinished(close);
  return { url: server.url, close };
}

/** An open stream: its messages one after the other. `undefined` is its end. */
function follow(
  url: string,
  key: string,
  lastEventId?: string,
): { next: () => Promise<Message | undefined>; leave: () => void } {
  const away = new AbortController();
  onTestFinished(() => away.abort());
  const headers = {
    authorization: `Bearer ${key}`,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  const messages = read(fetch(`${url}/v1/events/stream`, { headers, signal: away.signal }));
  return {
    next: async () => (await messages.next()).value,
    leave: () => away.abort(),
  };
}

async function* read(opening: Promise<Response>): AsyncGenerator<Message, undefined> {
  const response = await opening;
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body!) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const message = messageOf(text.slice(0, end));
      text = text.slice(end + 2);
      if (message.event !== undefined) yield message;
    }
  }
  return undefined;
}

function messageOf(block: string): Message {
  const field = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  return { id: field('id'), event: field('event'), data: JSON.parse(field('data') ?? '{}') as Message['data'] };
}

describe.each(STORES)('a stream of changes on %s', (kind) => {
  const noop = BUILT_IN_JOBS.find(({ type }) => type === 'noop')!;
  const record = ({ engine }: Store, id: string, tenant = 'default'): Promise<unknown> =>
    engine.database.transaction((tx) =>
      recordEvents(tx, tenant, [
        { eventType: 'file.seen', aggregateType: 'file', aggregateId: id, actor: null, payload: {} },
      ]),
    );

  test('says that jobs changed, though an enqueue is no event, and shows a Reader no events', async () => {
    const store = await freshStore(kind);
    const { url } = await serve(store);
    const stream = follow(url, await keyIn(store, store.flags[1]!, { role: 'Reader', tenant: 'default', name: 'r' }));
    expect(await stream.next()).toMatchObject({ event: 'ready' });
    await store.engine.enqueue(noop, {});
    expect(await stream.next()).toMatchObject({ event: 'change', data: { resources: ['job'] } });
    await record(store, 'a');
    expect((await stream.next())?.data).toEqual({ resources: ['file'] });
  });

  test('continues behind Last-Event-ID without gaps or doubles, also after a restart of the server', async () => {
    const store = await freshStore(kind);
    const key = await keyIn(store, store.flags[1]!, { role: 'Admin', tenant: 'default', name: 'a' });
    const first = await serve(store);
    const stream = follow(first.url, key);
    let last = (await stream.next())!.id;
    const seen: string[] = [];
    const take = async (from: { next: () => Promise<Message | undefined> }, count: number): Promise<void> => {
      while (seen.length < count) {
        const message = (await from.next())!;
        expect(message.event).toBe('change');
        seen.push(...(message.data.events ?? []).map(({ aggregate_id }) => aggregate_id));
        last = message.id;
      }
    };
    for (const id of ['1', '2']) await record(store, id);
    await take(stream, 2);
    await first.close();
    expect(await stream.next().catch(() => undefined)).toBeUndefined();
    for (const id of ['3', '4']) await record(store, id);
    const second = await serve(store);
    const again = follow(second.url, key, last);
    await record(store, '5');
    await take(again, 5);
    expect(seen).toEqual(['1', '2', '3', '4', '5']);
  });

  test('tells a tenant nothing about another one', async () => {
    const store = await freshStore(kind);
    const { url } = await serve(store);
    const key = await keyIn(store, store.flags[1]!, { role: 'Admin', tenant: 'acme', name: 'a' });
    const stream = follow(url, key);
    expect(await stream.next()).toMatchObject({ event: 'ready' });
    await record(store, 'theirs');
    await store.engine.enqueue(noop, {});
    await record(store, 'ours', 'acme');
    const message = await stream.next();
    expect(message?.data).toMatchObject({ resources: ['file'], events: [{ aggregate_id: 'ours' }] });
  });
});

test('a stream ends after the time that was asked for, also before it is ready', async () => {
  const { engine } = await freshStore('sqlite');
  const hub = { listen: () => new Promise<number>(() => undefined), leave: () => undefined };
  const database = tenantDatabase(engine.database, 't');
  const stream = openEventStream({ database, hub, after: undefined, withEvents: true, signals: [], maxMs: 20 });
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  expect(text).toBe('retry: 2000\n\n');
});

test.runIf(process.platform === 'linux')(
  '200 open streams cost less than 50 MB, with one reader of the database',
  async () => {
    const server = await startServer('sqlite');
    const key = await server.keyOf('Admin');
    await follow(server.url, key).next();
    const before = await residentBytes(server.running.process.pid!);
    const streams = Array.from({ length: 200 }, () => follow(server.url, key));
    for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'ready' });
    expect(((await residentBytes(server.running.process.pid!)) - before) / 1_000_000).toBeLessThan(50);
  },
);

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
}
describe('a client that does not read', () => {
  const event = (position: number): PlacedEvent => ({
    ...{ position, tenant: 't', eventId: String(position), eventType: 'file.seen', aggregateType: 'file' },
    ...{ aggregateId: String(position), actor: null, occurredAt: '2026-01-01T00:00:00.000000Z' },
  });

  test('keeps a bounded number of events, and is told to reload', async () => {
    const { engine } = await freshStore('sqlite');
    let tell: (changes: Changes) => void = () => undefined;
    let left = 0;
    const hub = {
      listen: ({ onLook }: Listener) => {
        tell = onLook;
        return Promise.resolve(0);
      },
      leave: () => void left++,
    };
    const database = tenantDatabase(engine.database, 't');
    const stream = openEventStream({ database, hub, after: undefined, withEvents: true, signals: [] });
    await new Promise((resolve) => setImmediate(resolve));
    let position = 0;
    for (let look = 0; look < 400; look++) {
      const events = Array.from({ length: 100 }, () => event(++position));
      tell({ areJobsChanged: true, events, position });
    }
    // 40,000 events were told, of which the stream holds a buffer of messages and at most a thousand events.
    expect(stream.readableLength).toBeLessThan(200_000);
    let text = '';
    for await (const chunk of stream) {
      text += String(chunk);
      if (text.includes('event: reset') && text.endsWith('\n\n')) break;
    }
    expect(text).toContain(`id: ${position}\nevent: reset`);
    expect(left).toBe(1);
  });
});
