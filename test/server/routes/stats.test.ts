import { expect, test } from 'vitest';
import { BUILT_IN_JOBS, createWorker } from '../../../src/engine/index.js';
import { startServer } from '../running-server.js';

const noop = BUILT_IN_JOBS.find(({ type }) => type === 'noop')!;

test('statistics count the ended jobs of the tenant, by type and in steps', async () => {
  const server = await startServer('sqlite');
  const { engine, keyOf, call } = server;
  await engine.enqueueMany(noop, [{}, {}]);
  await engine.enqueue(noop, {}, { tenant: 'acme' });
  let ended = 0;
  await new Promise<void>((resolve, reject) => {
    const worker = createWorker(engine, {
      jobs: [...BUILT_IN_JOBS],
      observer: { ended: () => (++ended === 3 ? void worker.stop().then(() => resolve(), reject) : undefined) },
    });
    void worker.start();
  });
  const key = await keyOf('Reader');
  const { status, json } = await call('GET /v1/stats/jobs?since=1h', { key });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    step_seconds: 60,
    total: { counts: { completed: 2, failed: 0, retried: 0 } },
    groups: [{ queue: 'default', type: 'noop' }],
  });
  expect(json['points']).toHaveLength(61);
  const refused = await call('GET /v1/stats/jobs?since=2y', { key });
  expect([refused.status, (refused.json['error'] as { code: string }).code]).toEqual([422, 'VALIDATION_ERROR']);
  const other = await call('GET /v1/stats/jobs', { key: await keyOf('Reader', 'acme') });
  expect(other.json).toMatchObject({ total: { counts: { completed: 1 } } });
});
