import { expect, test } from 'vitest';
import { readiness } from '../../../src/app/monitoring/readiness.js';
import type { Executor } from '../../../src/database/index.js';
import type { WorkerStatus } from '../../../src/engine/index.js';

const RUNNING: WorkerStatus = { state: 'running', running: 0, buffered: 0, databaseReachable: true };

function database(answer: () => Promise<never[]>): Executor {
  return { dialect: 'sqlite', query: answer, script: () => Promise.resolve() };
}

const answering = database(() => Promise.resolve([]));

test('a running worker whose database answers is ready', async () => {
  expect(await readiness(RUNNING, answering)).toEqual({ ready: true, reasons: [] });
});

test('a worker that starts or stops is not', async () => {
  expect(await readiness({ ...RUNNING, state: 'stopping' }, answering)).toEqual({
    ready: false,
    reasons: ['The worker is stopping.'],
  });
});

test('every reason is named', async () => {
  const away = database(() => Promise.reject(new Error('connection refused')));
  expect((await readiness({ ...RUNNING, state: 'new' }, away)).reasons).toEqual([
    'The worker is new.',
    'The database cannot be reached: connection refused.',
  ]);
});

test('a database that never answers does not keep the probe waiting', async () => {
  const frozen = database(() => new Promise(() => undefined));
  expect(await readiness(RUNNING, frozen)).toEqual({
    ready: false,
    reasons: ['The database cannot be reached: no response within 2000 ms.'],
  });
});
