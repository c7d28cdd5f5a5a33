import { createWorker, type Engine, type JobDefinition, type Worker } from '../../engine/index.js';
import { whenDrained } from '../../operations/index.js';
import type { Logger } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';
import { attemptLog } from '../logging/attempt-log.js';
import { openConfiguredEngine } from '../configured/engine.js';
import type { SettingsOfParsers } from '../configured/pipeline-runtime.js';
import { workerOptions } from '../configured/worker.js';
import { crashReports } from './crash-reports.js';
import { openMonitoring } from './monitoring.js';
import { allObservers, type Tally, tallyInto } from './observers.js';
import { stopGracefully } from './stop.js';
import { listenForStopSignals, type StopSignal } from './stop-signals.js';

export interface WorkerHostOptions {
  settings: Settings;
  parsers: SettingsOfParsers;
  /** Only these; absent means all. */
  types?: readonly string[] | undefined;
  queues?: readonly string[] | undefined;
  tenants?: readonly string[] | undefined;
  /** Leave when nothing is due and nothing runs. */
  drain?: boolean | undefined;
  /** What this process does besides running jobs, until the signal. */
  companion?: Companion | undefined;
  onStarted: (started: StartedWorker) => void;
}

export interface Companion {
  /** How its log looks on a terminal. */
  readonly style: 'chronicle';
  /** Before the worker starts. */
  prepare(engine: Engine): Promise<void>;
  run(engine: Engine, logger: Logger, signal: AbortSignal): Promise<void>;
}

export interface StartedWorker {
  workerId: string;
  types: string[];
  concurrency: number;
  metricsPort: number | undefined;
}

export interface HostReport {
  workerId: string;
  reason: StopSignal | 'drained';
  /** Jobs brought to an end, by their last state. */
  finished: Tally;
  /** Jobs that went back to the queue unfinished, uncharged. */
  returned: number;
}

/** Runs a worker until a signal asks it to stop, or until its work is done. */
export async function hostWorker(options: WorkerHostOptions): Promise<HostReport> {
  const { settings, companion } = options;
  // Loaded here, since only workers log like this, and every other command would wait for it.
  const { createWorkerLog } = await import('../logging/logger.js');
  const { logger, flush } = createWorkerLog(settings, companion?.style);
  const crashes = crashReports(logger, flush);
  const signals = listenForStopSignals((signal, exitCode) => {
    logger.warn({}, `${signal} again: leaving at once. Jobs in progress are taken over when their leases expire`);
    flush();
    process.exit(exitCode);
  });
  try {
    const engine = await openConfiguredEngine(settings, logger);
    try {
      await companion?.prepare(engine);
      // The pipeline, too, is loaded by those who need it.
      const { openServedJobs } = await import('./served-jobs.js');
      const served = await openServedJobs(engine, { ...options, types: options.types, logger });
      try {
        return await runWorker(engine, served.jobs, options, logger, signals.first);
      } finally {
        await served.close();
      }
    } finally {
      await engine.close();
    }
  } finally {
    signals.dispose();
    crashes.dispose();
    flush();
  }
}

async function runWorker(
  engine: Engine,
  jobs: readonly JobDefinition[],
  options: WorkerHostOptions,
  logger: Logger,
  firstSignal: Promise<StopSignal>,
): Promise<HostReport> {
  const { settings, queues, tenants, companion } = options;
  const finished: Tally = {};
  const over = new AbortController();
  const monitoring = await openMonitoring(engine.database, settings);
  try {
    const observers = [tallyInto(finished), attemptLog(logger), ...(monitoring ? [monitoring.observer] : [])];
    const observer = allObservers(observers);
    const worker = createWorker(engine, { ...workerOptions(settings), jobs, queues, tenants, logger, observer });
    monitoring?.watch(worker);
    try {
      await worker.start();
      announce(worker, jobs, options, engine, monitoring?.port, logger);
      const beside = companion?.run(engine, logger, over.signal);
      const reach = { owner: worker.id, types: jobs.map((job) => job.type), queues, tenants };
      const drained = options.drain ? [whenDrained(engine.database, reach, { logger, over: over.signal })] : [];
      const reason = await Promise.race([
        firstSignal,
        ...drained.map((done) => done.then(() => 'drained' as const)),
        // It goes on as long as we do; only its failure ends this race.
        ...(beside ? [beside.then(() => firstSignal)] : []),
      ]);
      over.abort();
      await beside;
      const { returned } = await stopGracefully(worker, reason, settings.stop_grace_seconds * 1_000, logger);
      return { workerId: worker.id, reason, finished, returned };
    } finally {
      // A worker stops once: this one has, unless something failed. Then its jobs go back before the database is closed.
      await worker.stop({ graceMs: 0 });
    }
  } finally {
    over.abort();
    await monitoring?.close();
  }
}

function announce(
  worker: Worker,
  jobs: readonly JobDefinition[],
  { settings, queues, tenants, onStarted }: WorkerHostOptions,
  engine: Engine,
  metricsPort: number | undefined,
  logger: Logger,
): void {
  const types = jobs.map((job) => job.type);
  const { concurrency } = settings;
  const reach = { job_types: types, queues, tenants, concurrency };
  logger.info({ ...reach, database: engine.database.label, metrics_port: metricsPort }, 'Worker started');
  onStarted({ workerId: worker.id, types, concurrency, metricsPort });
}
