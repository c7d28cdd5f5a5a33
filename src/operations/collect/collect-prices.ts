import { type CollectRuntime, COLLECT_JOB, collectJobs, planCollections, VALUE_JOB } from '../../collect/index.js';
import { tenantDatabase } from '../../database/index.js';
import { createWorker, databaseNow, type Engine, runNow, type WorkerObserver } from '../../engine/index.js';
import type { Logger } from '../../platform/index.js';
import { whenDrained } from '../jobs/drain.js';
import type { LocalWorkerOptions } from '../jobs/own-worker.js';
import { countRound, type RoundCounts, waitingJobs } from './round-counts.js';

export interface CollectOptions {
  readonly tenant: string;
  readonly actor: string | null;
  readonly intakeId: string | undefined;
  readonly sourceId: string | undefined;
  readonly onlyDue: boolean;
  /** How long to wait for jobs that are limited or retried. Those that are due later are left for the next run. */
  readonly maxWaitMs: number;
  readonly worker: LocalWorkerOptions;
  readonly stopGraceMs: number;
  readonly openRuntime: () => CollectRuntime;
  readonly parallel: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { done: number; total: number }) => void;
}

const TYPES = [COLLECT_JOB.type, VALUE_JOB.type];

/** Plans the wanted collections, runs their jobs and the valuations that follow, and reports what was found. */
export async function collectNow(engine: Engine, options: CollectOptions): Promise<RoundCounts> {
  const { tenant, actor, intakeId, sourceId, onlyDue, logger, signal } = options;
  const database = tenantDatabase(engine.database, tenant, actor);
  const begun = await databaseNow(engine.database);
  await planCollections(database, { intakeId, sourceId, onlyDue });
  const wanted = { intakeId, sourceId, since: begun };
  const { jobs: total } = await countRound(database, wanted);
  let done = 0;
  const observer: WorkerObserver = {
    ended: ({ type }) => {
      if (type === COLLECT_JOB.type) options.onProgress({ done: ++done, total: Math.max(total, done) });
    },
  };
  const runtime = options.openRuntime();
  try {
    const worker = createWorker(engine, {
      ...options.worker,
      ...{ jobs: collectJobs(runtime).filter(({ type }) => TYPES.includes(type)) },
      ...{ tenants: [tenant], concurrency: options.parallel, logger, observer },
    });
    await worker.start();
    const reach = { owner: worker.id, types: TYPES, tenants: [tenant] };
    for (;;) {
      await whenDrained(engine.database, reach, { logger, over: signal });
      if (signal.aborted) break;
      if (await valueAtOnce(engine, tenant)) continue;
      const nextMs = await untilNext(engine, tenant);
      if (nextMs === undefined || nextMs > options.maxWaitMs) break;
      await pause(nextMs, signal);
    }
    await worker.stop({ graceMs: options.stopGraceMs });
  } finally {
    await runtime.close();
  }
  return countRound(database, wanted);

  async function untilNext(from: Engine, of: string): Promise<number | undefined> {
    const [next] = await waitingJobs(from.database, of, COLLECT_JOB.type, 1);
    return next && Math.max(1, next.runAt - next.now);
  }
}

/** A valuation that waits for more changes gets none: all collections are done. Returns whether there was one. */
async function valueAtOnce(engine: Engine, tenant: string): Promise<boolean> {
  const waiting = await waitingJobs(engine.database, tenant, VALUE_JOB.type, 1_000);
  if (waiting.length === 0) return false;
  await engine.transaction((tx) =>
    runNow(
      tx,
      waiting.map(({ id }) => id),
    ),
  );
  return true;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { setTimeout: sleep } = await import('node:timers/promises');
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
