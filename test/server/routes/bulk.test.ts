import { expect, test } from 'vitest';
import { COMMAND_STORES } from '../../cli/store.js';
import { addJobs, addRows, jobsByStatus, TENANT } from '../../operations/bulk/staging.js';
import { waitUntil } from '../../services/wait-until.js';
import { startServer } from '../running-server.js';

interface Bulk {
  readonly id: string;
  readonly status: string;
  readonly changed: number;
}

test.each(COMMAND_STORES)(
  'many jobs and rows are changed over HTTP, as one operation with progress and result, on %s',
  async (kind) => {
    const server = await startServer(kind, { args: ['--with-worker'] });
    const { engine } = server;
    const key = await server.keyOf('Operator', TENANT);
    await addJobs(engine, 1_500, { status: 'failed' });
    await addRows(engine, 7, 'invalid_date');
    const retry = { target: 'jobs', action: 'retry', filter: { status: ['failed'], type: 'nothing' } };

    expect((await server.call('POST /v1/bulk/count', { key, body: retry })).json).toEqual({ matched: 1_500 });
    const refused = await server.call('POST /v1/bulk', { key, body: { ...retry, expected_count: 1_400 } });
    expect(refused).toMatchObject({
      status: 409,
      json: { error: { code: 'BULK_COUNT_DIFFERS', details: { matched: 1_500, expected: 1_400 } } },
    });
    expect(await jobsByStatus(engine)).toEqual({ 'acme failed': 1_500 });

    const ended = async (body: object): Promise<Bulk> => {
      const started = await server.call<Bulk>('POST /v1/bulk', { key, body });
      expect([started.status, started.text]).toEqual([202, started.text]);
      return waitUntil(
        async () => {
          const { json } = await server.call<Bulk>(`GET /v1/bulk/${started.json.id}`, { key });
          return json.status === 'completed' && json;
        },
        { for: 'the operation to end' },
      );
    };
    const done = await ended({ ...retry, expected_count: 1_500 });
    expect(done).toMatchObject({
      target: 'jobs',
      action: 'retry',
      actor: 'key:Operator',
      changed: 1_500,
      skipped: 0,
      error: null,
    });
    expect(await jobsByStatus(engine)).toEqual({ 'acme pending': 1_500 });

    const discard = { target: 'quarantine', action: 'discard', filter: { error: 'invalid_date' } };
    const withoutReason = await server.call('POST /v1/bulk', { key, body: { ...discard, expected_count: 7 } });
    expect(withoutReason).toMatchObject({ status: 422, json: { error: { code: 'VALIDATION_ERROR' } } });
    expect(await ended({ ...discard, reason: 'a test', expected_count: 7 })).toMatchObject({ changed: 7 });

    const over = await server.call(`POST /v1/bulk/${done.id}/cancel`, { key });
    expect(over).toMatchObject({ status: 409, json: { error: { code: 'JOB_STATE_CONFLICT' } } });
    const events = await engine.database.query<{ actor: string }>(
      "SELECT actor FROM cf_events WHERE event_type = 'bulk.ended'",
    );
    expect(events).toEqual([{ actor: 'key:Operator' }, { actor: 'key:Operator' }]);
  },
);

test('an operation that no worker has begun can be cancelled', async () => {
  const server = await startServer('sqlite');
  const key = await server.keyOf('Operator', TENANT);
  await addJobs(server.engine, 3, { status: 'failed' });
  const body = { target: 'jobs', action: 'delete', filter: {}, expected_count: 3 };
  const { json } = await server.call<Bulk>('POST /v1/bulk', { key, body });
  const cancelled = await server.call(`POST /v1/bulk/${json.id}/cancel`, { key });
  expect(cancelled).toMatchObject({ status: 200, json: { status: 'cancelled', changed: 0 } });
  expect(await jobsByStatus(server.engine)).toEqual({ 'acme failed': 3 });
});
