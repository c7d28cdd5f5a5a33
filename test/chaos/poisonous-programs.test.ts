import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFinished } from '../../src/engine/index.js';
import { freshStore, STORES, temporaryFolder } from '../cli/store.js';
import { waitUntil } from '../services/wait-until.js';
import { KILLS_ITS_WORKER } from '../tasks/adversity/staging/kills-its-worker.js';
import { ended, launchWorker, startWorker, submit } from '../tasks/adversity/staging/stage.js';

const LEASE = { CASPARIAN_LEASE_SECONDS: '1' };

describe.each(STORES)('on %s', (kind) => {
  test('a program that kills its worker each time ends as a dead letter, with the evidence', async () => {
    const store = await freshStore(kind);
    const id = await submit(store, { command: ['sh', '-c', KILLS_ITS_WORKER] });
    const over = async (): Promise<boolean> => isFinished((await store.engine.job(id)).status);
    for (let workers = 0; workers < 10 && !(await over()); workers++) {
      const worker = launchWorker(store, LEASE);
      await Promise.race([worker.ended, ended(store, id).catch(() => undefined)]);
      worker.process.kill('SIGTERM');
      await worker.ended;
    }
    const task = await ended(store, id);
    expect(task).toMatchObject({ status: 'dead_letter', attempts: 4 });
    expect(task.job.crashes).toBe(4);
    expect(task.job.errors).toHaveLength(4);
  });

  test('tasks whose workers are killed repeatedly all succeed, and none runs twice at the same time', async () => {
    const store = await freshStore(kind);
    const folder = await temporaryFolder();
    // Each run writes its process id. A run that finds an earlier one alive reports it.
    const script = `
      if [ -e "$CASPARIAN_JOB_ID" ] && grep -q ') [^Z] ' "/proc/$(cat "$CASPARIAN_JOB_ID")/stat"; then touch overlap; fi
      echo $$ > "$CASPARIAN_JOB_ID"
      sleep 0.3
    `;
    const specs = Array.from({ length: 24 }, (_, number) => ({
      ...{ command: ['sh', '-c', script], payload: number, cwd: folder },
      retry: { max_attempts: 50, delay: '100ms' },
    }));
    const ids = await Promise.all(specs.map((spec) => submit(store, spec)));
    for (let kills = 0; kills < 2; kills++) {
      const victim = await startWorker(store, LEASE);
      const areRunning = async (): Promise<boolean> => (await store.engine.jobs({ statuses: ['running'] })).length > 0;
      await waitUntil(areRunning, { for: 'programs to run', timeoutMs: 20_000, intervalMs: 20 });
      victim.process.kill('SIGKILL');
      await victim.ended;
    }
    const last = await startWorker(store, LEASE);
    const tasks = await Promise.all(ids.map((id) => ended(store, id)));
    expect(tasks.map(({ status }) => status)).toEqual(ids.map(() => 'completed'));
    // Jobs that were held together are not charged, and run again one at a time.
    expect(Math.max(...tasks.map(({ job }) => job.fence))).toBeGreaterThan(1);
    expect(existsSync(join(folder, 'overlap'))).toBe(false);
    last.process.kill('SIGTERM');
    expect((await last.ended).code).toBe(0);
  });
});
