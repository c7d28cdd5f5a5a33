import { describe, expect, test } from 'vitest';
import { COMMAND_STORES } from '../../cli/store.js';
import { startServer } from '../running-server.js';

interface Listed {
  readonly items: readonly { readonly id: string; readonly label: string | null }[];
}

describe.each(COMMAND_STORES)('jobs are filtered alike in lists, histograms and bulk operations, on %s', (kind) => {
  test('by payload, exclusion, id, parent and time', async () => {
    const server = await startServer(kind);
    const key = await server.keyOf('Admin');
    const add = async (body: object): Promise<string> =>
      (await server.call<{ id: string }>('POST /v1/jobs', { key, body: { type: 'noop', ...body } })).json.id;
    const norway = await add({
      payload: { path: 'a.csv', order: { country: 'NO', lines: [{ n: 5 }] } },
      queue: 'north',
    });
    const spain = await add({ payload: { name: 'b', order: { country: "E'S" } }, queue: 'south' });
    await add({ type: 'sleep', payload: { ms: 1 }, queue: 'south', run_at: '2099-01-01T00:00:00Z' });
    const inLists = async (query: string): Promise<string[]> => {
      const { status, json, text } = await server.call<Listed>(`GET /v1/jobs?${query}`, { key });
      expect([status, status === 200 ? '' : text]).toEqual([200, '']);
      const { json: histogram } = await server.call<{ matched: { count: number }; counts: number[] }>(
        ...([`GET /v1/job-histogram?${query}`, { key }] as const),
      );
      expect(histogram.matched.count).toBe(json.items.length);
      expect(histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(json.items.length);
      return json.items.map(({ id }) => id);
    };
    const counted = async (filter: object): Promise<number> => {
      const body = { target: 'jobs', action: 'cancel', filter };
      return (await server.call<{ matched: number }>('POST /v1/bulk/count', { key, body })).json.matched;
    };

    expect(await inLists('payload=order.country=NO')).toEqual([norway]);
    expect(await inLists('payload=order.lines.0.n=5')).toEqual([norway]);
    expect(await inLists(`payload=${encodeURIComponent("order.country=E'S")}`)).toEqual([spain]);
    expect(await inLists('not_queue=south')).toEqual([norway]);
    expect(await inLists('not_type=noop&not_queue=north')).toHaveLength(1);
    expect(await inLists(`id=${norway}&id=${spain}&not_status=failed`)).toEqual([spain, norway]);
    expect(await inLists(`parent=${norway}`)).toEqual([]);
    expect(await inLists('created_after=2099-01-01T00:00:00Z')).toEqual([]);
    expect(await inLists('not_code=JOB_TIMEOUT&code=NONE')).toEqual([]);
    expect(await counted({ payload: ['order.country=NO'] })).toBe(1);
    expect(await counted({ id: [norway, spain], not_queue: ['south'] })).toBe(1);

    const { json } = await server.call<Listed>('GET /v1/jobs', { key });
    expect(json.items.map(({ label }) => label)).toEqual([null, 'b', 'a.csv']);
    const command = ['echo', 'hello', 'world'];
    const task = await server.call<{ id: string }>('POST /v1/tasks', { key, body: { command } });
    const listed = await server.call<Listed>('GET /v1/jobs?type=task', { key });
    expect(listed.json.items[0]?.label).toMatch(/echo hello world$/);
    const { json: shown } = await server.call<{ label: string }>(`GET /v1/jobs/${task.json.id}`, { key });
    expect(shown.label).toBe(listed.json.items[0]?.label);
    expect((await server.call('GET /v1/jobs?payload=a%22b=c', { key })).status).toBe(422);
  });

  test('a job that waits for its time can be started at once', async () => {
    const server = await startServer(kind);
    const key = await server.keyOf('Operator');
    const body = { type: 'noop', run_at: '2099-01-01T00:00:00Z' };
    const { json } = await server.call<{ id: string }>('POST /v1/jobs', { key, body });
    const { json: now } = await server.call<{ run_at: string }>(`POST /v1/jobs/${json.id}/run-now`, { key });
    expect(Date.parse(now.run_at)).toBeLessThan(Date.now() + 60_000);
    const queues = await server.call<{ items: { oldest_ready_seconds: number | null }[] }>('GET /v1/queues', { key });
    expect(queues.json.items[0]?.oldest_ready_seconds).toBeTypeOf('number');
  });
});
