import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { SqliteDatabase } from '../../../src/database/index.js';
import type { JobStatus } from '../../../src/engine/index.js';
import type { Stage } from '../../engine/staging/stage.js';
import { checkLedger, ledgerSettles, openLedger } from './ledger.js';
import { seededRandom } from './seeded-random.js';
import { startProducer } from './steady-producer.js';
import { startWorkerProcess } from './worker-process.js';
import type { WorkerProcess } from './worker-process.js';

export interface KillOptions {
  kills: number;
  seed: number;
}

/** Two worker processes share the work; repeatedly one is killed at a random moment and replaced. */
export async function surviveKills(stage: Stage, options: KillOptions): Promise<Partial<Record<JobStatus, number>>> {
  const random = seededRandom(options.seed);
  await openLedger(stage.engine);
  const start = (number: number) =>
    startWorkerProcess('recording-worker.mjs', {
      url: stage.url,
      env: { WORKER_ID: `worker-${number}`, LEASE_MS: '3000' },
    });
  const workers: WorkerProcess[] = await Promise.all([start(0), start(1)]);
  stage.onCleanup(() => Promise.all(workers.map((worker) => worker.end('SIGKILL'))));
  const producer = startProducer(stage.engine, { random, everyMs: 60, batch: 4 });
  stage.onCleanup(() => producer.stop());
  for (let kill = 0; kill < options.kills; kill++) {
    await sleep(random() * 400);
    const victim = kill % workers.length;
    await workers[victim]?.end('SIGKILL');
    workers[victim] = await start(kill + 2);
  }
  await producer.stop();
  await ledgerSettles(stage.engine, 60_000);
  await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
  const counts = await checkLedger(stage.engine, producer.accepted);
  checkIntegrity(stage);
  // Most jobs survive: a crash is charged only to the jobs of the killed worker, and only the fourth ends a job.
  expect(counts.completed ?? 0).toBeGreaterThan(producer.accepted.length / 3);
  return counts;
}

export function checkIntegrity(stage: Stage): void {
  if (!(stage.engine.database instanceof SqliteDatabase)) return;
  const found = stage.engine.database.read((connection) => connection.prepare('PRAGMA integrity_check').all());
  expect(found).toEqual([{ integrity_check: 'ok' }]);
}
