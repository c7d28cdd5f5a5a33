import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { checkLedger, ledgerSettles, openLedger } from '../adversity/staging/ledger.js';
import { chosenSeed, pick, seededRandom } from '../adversity/staging/seeded-random.js';
import { startProducer } from '../adversity/staging/steady-producer.js';
import type { SteadyProducer } from '../adversity/staging/steady-producer.js';
import { checkIntegrity } from '../adversity/staging/surviving-kills.js';
import { startWorkerProcess } from '../adversity/staging/worker-process.js';
import type { WorkerProcess } from '../adversity/staging/worker-process.js';
import { STORES, useStage } from '../engine/staging/stage.js';
import type { Stage } from '../engine/staging/stage.js';
import { CasparianError } from '../../src/platform/index.js';

const DURATION_MS = 70_000;
const WORKERS = 3;
const LEASE_MS = 1_500;
const TENANTS = ['north', 'south', 'east'];

describe.each(STORES)('for more than a minute on %s', (storeName) => {
  const stage = useStage(storeName);

  test('kills, restarts, freezes, cut connections, cancels and retries leave a ledger that balances', async () => {
    const random = seededRandom(chosenSeed(1));
    await openLedger(stage.engine);
    const producer = startProducer(stage.engine, { random, everyMs: 60, batch: 5, tenants: TENANTS, maxMs: 300 });
    stage.onCleanup(() => producer.stop());
    const scene: Scene = { stage, random, producer, workers: [], started: 0, retried: new Set(), done: {} };
    stage.onCleanup(() => Promise.all(scene.workers.map((worker) => worker.end('SIGKILL'))));
    for (let index = 0; index < WORKERS; index++) scene.workers[index] = await startWorker(scene);

    const mischief = Object.entries(MISCHIEF).filter(
      ([name]) => storeName === 'PostgreSQL' || name !== 'cutConnections',
    );
    for (const deadline = performance.now() + DURATION_MS; performance.now() < deadline;) {
      const [name, act] = pick(random, mischief);
      await act(scene);
      scene.done[name] = (scene.done[name] ?? 0) + 1;
      await sleep(random() * 300);
    }

    await producer.stop();
    await stage.engine.resumeQueue('default');
    await ledgerSettles(stage.engine, 60_000);
    await Promise.all(scene.workers.map((worker) => worker.end('SIGTERM')));
    const counts = await checkLedger(stage.engine, producer.accepted, { retried: scene.retried });
    checkIntegrity(stage);
    console.log(`${storeName}: ${producer.accepted.length} jobs`, counts, scene.done);
    expect(counts.completed ?? 0).toBeGreaterThan(producer.accepted.length / 4);
    expect(counts.cancelled ?? 0).toBeGreaterThan(0);
  });
});

interface Scene {
  stage: Stage;
  random: () => number;
  producer: SteadyProducer;
  workers: WorkerProcess[];
  started: number;
  retried: Set<string>;
  done: Record<string, number>;
}

const MISCHIEF: Record<string, (scene: Scene) => Promise<void>> = {
  kill: (scene) => replaceWorker(scene, 'SIGKILL'),
  restart: (scene) => replaceWorker(scene, 'SIGTERM'),
  async freeze(scene) {
    const victim = pick(scene.random, scene.workers);
    victim.freeze();
    // Sometimes for longer than the lease, so that other workers have its jobs when it resumes.
    await sleep(scene.random() * 2 * LEASE_MS);
    victim.thaw();
  },
  async cutConnections({ stage }) {
    await stage.engine.database
      .query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      )
      .catch(passing);
  },
  async cancel(scene) {
    for (const id of someJobs(scene, 10)) await scene.stage.engine.cancel(id).catch(passing);
  },
  async retry(scene) {
    for (const id of someJobs(scene, 10)) {
      scene.retried.add(id);
      await scene.stage.engine.retry(id).catch(passing);
    }
  },
  async pause({ stage, random }) {
    await stage.engine.pauseQueue('default').catch(passing);
    await sleep(random() * 500);
    await stage.engine.resumeQueue('default').catch(passing);
  },
};

async function replaceWorker(scene: Scene, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const victim = Math.floor(scene.random() * scene.workers.length);
  await scene.workers[victim]?.end(signal);
  scene.workers[victim] = await startWorker(scene);
}

async function startWorker(scene: Scene): Promise<WorkerProcess> {
  const env = { WORKER_ID: `worker-${scene.started++}`, LEASE_MS: String(LEASE_MS), CONCURRENCY: '8' };
  for (;;) {
    try {
      return await startWorkerProcess('recording-worker.mjs', { url: scene.stage.url, env });
    } catch (error) {
      // Its connection may have been cut before it was ready.
      if (!(error instanceof Error && error.message.includes('DATABASE_UNAVAILABLE'))) throw error;
    }
  }
}

/** The latest ones, which have not ended yet. */
function someJobs({ producer, random }: Scene, count: number): string[] {
  const recent = producer.accepted.slice(-30);
  return recent.length === 0 ? [] : Array.from({ length: count }, () => pick(random, recent));
}

/** A job in an unexpected state and a cut connection are expected here. Any other error is not. */
function passing(error: unknown): void {
  if (error instanceof CasparianError && (error.code === 'JOB_STATE_CONFLICT' || error.retryable)) return;
  throw error;
}
