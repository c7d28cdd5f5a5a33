import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casparianJson } from '../cli/casparian.js';
import { COMMAND_STORES } from '../cli/store.js';
import { coinApi, EXTRACT } from '../collect/staging/coin-api.js';
import { type RunningServer, startServer } from './running-server.js';

const ENV = { CASPARIAN_ALLOW_PRIVATE_ADDRESSES: '1' };

interface List {
  readonly items: Record<string, unknown>[];
  readonly next_cursor: string | null;
}

describe.each(COMMAND_STORES)('prices over HTTP on %s', (kind) => {
  const undo: (() => Promise<void>)[] = [];
  let server: RunningServer;
  let key: string;
  beforeAll(async () => {
    server = await startServer(kind, { env: ENV, afterwards: (work) => undo.push(work) });
    key = await server.keyOf('Operator');
  });
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });
  const command = async <T>(...args: string[]): Promise<T> =>
    (await casparianJson<T>([...args, ...server.flags], { env: ENV })).json;

  test('are planned, listed by page and valued as on the command line', async () => {
    const url = await coinApi([95, 100, 102, 98, 105]);
    const source = { name: 'coins', kind: 'json', url, extract: EXTRACT, rate_per_minute: null };
    const added = await server.call('POST /v1/sources', { key, body: source });
    expect([added.status, added.json]).toMatchObject([201, { name: 'coins', state: 'closed', rate_per_minute: null }]);
    const item = { title: 'Morgan Dollar', year: 1921, mint_mark: 'D', ref: 'morgan' };
    expect((await server.call('POST /v1/intakes', { key, body: item })).status).toBe(201);
    expect(await server.call('POST /v1/collections', { key })).toMatchObject({
      status: 202,
      json: { planned: 1, unfinished: 0 },
    });
    expect(await command('collect', 'run')).toMatchObject({ completed: 1, price_points_new: 6 });

    const listed: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { json }: { json: List } = await server.call<List>(`GET /v1/prices?intake=morgan&limit=4${cursor}`, {
        key,
      });
      listed.push(...json.items);
      cursor = json.next_cursor === null ? null : `&cursor=${json.next_cursor}`;
    }
    expect(listed).toEqual(await command('prices', 'list'));
    expect((await server.call('GET /v1/intakes/morgan/valuation', { key })).json).toEqual(
      await command('valuation', 'show', 'morgan'),
    );
    expect((await server.call('GET /v1/intakes/morgan', { key })).json).toEqual(
      await command('intake', 'show', 'morgan'),
    );
    expect((await server.call<List>('GET /v1/source-health', { key })).json.items).toEqual(
      await command('source', 'health'),
    );
    expect((await server.call('GET /v1/sources/coins', { key })).json).toEqual(
      await command('source', 'show', 'coins'),
    );
    const { history } = await command<{ history: unknown[] }>('valuation', 'show', 'morgan', '--history');
    expect((await server.call<List>('GET /v1/intakes/morgan/valuation/history', { key })).json.items).toEqual(history);
  });

  test('an edit of a source needs its current version', async () => {
    const source = { name: 'edited', kind: 'csv', url: 'http://127.0.0.1:9/{title}' };
    await server.call('POST /v1/sources', { key, body: source });
    const { headers } = await server.call('GET /v1/sources/edited', { key });
    const edit = (etag: string, burst: number) =>
      server.call('PATCH /v1/sources/edited', { key, body: { burst }, headers: { 'if-match': etag } });
    expect(await edit(headers.get('etag') ?? '', 7)).toMatchObject({ status: 200, json: { burst: 7 } });
    expect(await edit(headers.get('etag') ?? '', 8)).toMatchObject({
      status: 412,
      json: { error: { code: 'PRECONDITION_FAILED' } },
    });
    expect((await server.call('GET /v1/sources/edited', { key })).json).toMatchObject({ burst: 7 });
  });

  test('sources with secrets or programs of workers need a key of the default tenant', async () => {
    const other = await server.keyOf('Admin', 'another');
    const url = 'http://127.0.0.1:9/{title}';
    const forbidden = { status: 403, json: { error: { code: 'FORBIDDEN' } } };
    const add = (body: object) => server.call('POST /v1/sources', { key: other, body });
    expect(await add({ name: 'a', kind: 'adapter', url: '/bin/program.py' })).toMatchObject(forbidden);
    const credentials = { authorization: 'Bearer {env:PATH}' };
    expect(await add({ name: 'b', kind: 'csv', url, credentials })).toMatchObject(forbidden);

    expect((await add({ name: 'own', kind: 'csv', url })).status).toBe(201);
    await command('source', 'edit', 'own', '--header', 'authorization=env:PATH', '--tenant', 'another');
    const edit = { key: other, body: { url: 'http://127.0.0.1:10/{title}' } };
    expect(await server.call('PATCH /v1/sources/own', edit)).toMatchObject(forbidden);
  });

  test('a source that is paused, isolated and resumed shows its state, with the caller in the log', async () => {
    const source = { name: 'stopped', kind: 'csv', url: 'http://127.0.0.1:9/{title}' };
    await server.call('POST /v1/sources', { key, body: source });
    const act = async (verb: string, body?: object) =>
      (await server.call<Record<string, unknown>>(`POST /v1/sources/stopped/${verb}`, { key, body })).json;
    expect(await act('pause', { for: '2h', reason: 'maintenance' })).toMatchObject({ pause_reason: 'maintenance' });
    expect(await act('isolate')).toMatchObject({ state: 'isolated', isolated_by: 'key:Operator' });
    expect(await act('resume')).toMatchObject({ state: 'closed', paused_until: null });
    const events = await command<{ actor: string }[]>('events', 'list', '--type', 'source.isolated');
    expect(events[0]).toMatchObject({ actor: 'key:Operator', payload: { name: 'stopped' } });
  });

  test('bad input is refused with the reason', async () => {
    const refused = async (request: string, body?: object) => {
      const { status, json } = await server.call<{ error: { code: string } }>(request, { key, body });
      return [status, json.error.code];
    };
    expect(await refused('POST /v1/sources', { name: '../x', kind: 'csv', url: 'http://127.0.0.1:9/' })).toEqual([
      ...[422, 'OPTION_INVALID'],
    ]);
    expect(await refused('POST /v1/sources', { name: 'x', kind: 'csv', url: 'ftp://127.0.0.1/' })).toEqual([
      ...[422, 'URL_REFUSED'],
    ]);
    expect(await refused('POST /v1/intakes', { title: 'a', colour: 'red' })).toEqual([422, 'VALIDATION_ERROR']);
    expect(await refused('GET /v1/prices?intake=nothing')).toEqual([404, 'INTAKE_NOT_FOUND']);
    const cursor = Buffer.from(JSON.stringify({ t: 1, id: "x' OR 1" })).toString('base64url');
    expect(await refused(`GET /v1/prices?cursor=${cursor}`)).toEqual([422, 'VALIDATION_ERROR']);
    expect(await refused(`GET /v1/intakes?cursor=${cursor}`)).toEqual([422, 'VALIDATION_ERROR']);
  });
});
