import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defineJob } from '../../../src/engine/index.js';
import { whenDrained } from '../../../src/operations/index.js';
import { silentLogger } from '../../../src/platform/index.js';
import { updateRow } from '../../engine/staging/rows.js';
import { freshStore } from '../../cli/store.js';

/** Pauses end only if they are aborted. Returns how many have begun. */
function endlessPauses(): () => number {
  const spy = vi.spyOn(timers, 'setTimeout').mockImplementation(
    (_, __, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return () => spy.mock.calls.length;
}

async function draining() {
  const { engine } = await freshStore('sqlite');
  const { id } = await engine.enqueue(defineJob({ type: 'wait', run: () => undefined }), {});
  const pauses = endlessPauses();
  const [over, expected] = [new AbortController(), new AbortController()];
  const reach = { owner: 'me', types: ['wait'], tenants: ['default'] };
  const options = { logger: silentLogger, over: over.signal, expected: expected.signal };
  let isDrained = false;
  const drained = whenDrained(engine.database, reach, options).then(() => (isDrained = true));
  await vi.waitFor(() => expect(pauses()).toBe(1));
  return {
    ...{ pauses, over, expected, drained, isDrained: () => isDrained },
    finish: () => updateRow(engine.database, id, { status: 'completed', finished_at: 1 }),
  };
}

test('when the expected jobs have ended, it looks without a pause', async () => {
  const { expected, drained, finish } = await draining();
  await finish();
  expected.abort();
  await drained;
});

test('if more jobs are due then, it goes on looking with pauses', async () => {
  const { pauses, over, expected, drained, isDrained } = await draining();
  expected.abort();
  await vi.waitFor(() => expect(pauses()).toBe(2));
  expect(isDrained()).toBe(false);
  over.abort();
  await drained;
  expect(pauses()).toBe(2);
});
