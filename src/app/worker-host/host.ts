import {
  createWorker,
  type Engine,
  type JobDefinition,
  type StopReport,
  type Worker,
  type WorkerObserver,
} from '../../engine/index.js';
import { DELIVERY_TURNS, EVENT_JOBS, scheduleTreeHeads } from '../../events/index.js';
import { whenDrained } from '../../operations/index.js';
import { formatDuration, type Hint, type Logger } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';
import { attemptLog } from '../logging/attempt-log.js';
import { openConfiguredEngine } from '../configured/engine.js';
import type { SettingsOfParsers } from '../configured/pipeline-runtime.js';
import { workerOptions } from '../configured/worker.js';
import { openMonitoring } from '../monitoring/open-monitoring.js';
import type { MonitoringSources } from '../monitoring/server.js';
import { allObservers, type Tally, tallyInto } from './observers.js';
import { crashReports, listenForStopSignals, type StopSignal } from './process-events.js';

export interface WorkerHostOptions {
  settings: Settings;
  parsers: SettingsOfParsers;
  /** Only these; absent means all. */
  types?: readonly string[] | undefined;
  queues?: readonly string[] | undefined;
  tenants?: readonly string[] | undefined;
  /** Exit when no job is due and none runs. */
  drain?: boolean | undefined;
  /** Further work of this process, until it stops. */
  companion?: Companion | undefined;
  onStarted: (started: StartedWorker) => void;
  /** Observes the worker, in addition to logs and metrics. */
  observer?: WorkerObserver | undefined;
  /** How hints are written in the log. */
  hintText: (hint: Hint) => string;
}

export interface Companion {
  /** The style of its log on a terminal. */
  readonly style?: 'chronicle';
  /** Before the worker starts. */
  prepare?(engine: Engine): Promise<void>;
  /** It reports the metrics and the health of this process. */
  readonly isMonitor?: boolean;
  run(process: CompanyProcess): Promise<void>;
}

/** The process that a companion works in. */
export interface CompanyProcess {
  readonly engine: Engine;
  readonly logger: Logger;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
  /** Defined for a monitor. */
  readonly monitored: MonitoringSources | undefined;
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
  /** Finished jobs, by their last state. */
  finished: Tally;
  /** Jobs that were returned to the queue uncharged. */
  returned: number;
}

/** Runs a worker until a signal asks it to stop, or until its work is done. */
export async function hostWorker(options: WorkerHostOptions): Promise<HostReport> {
  const { settings, companion } = options;
  // Imported here: only workers log like this, and other commands would wait for it.
  const { createWorkerLog } = await import('../logging/logger.js');
  const { logger, flush } = createWorkerLog(settings, companion?.style);
  const crashes = crashReports(logger, flush);
  const signals = listenForStopSignals((signal, exitCode) => {
    logger.warn(
      {},
      `${signal} again: exiting at once. Other workers take over the running jobs when their leases expire`,
    );
    flush();
    process.exit(exitCode);
  });
  try {
    const engine = await openConfiguredEngine(settings, logger);
    try {
      await companion?.prepare?.(engine);
      // Other commands do not need the pipeline.
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
  const isServed = companion?.isMonitor ?? false;
  const monitoring = await openMonitoring(engine.database, settings, { isServed });
  try {
    const observers = [tallyInto(finished), attemptLog(logger, options.hintText), ...(monitoring?.observers ?? [])];
    const observer = allObservers([...(options.observer ? [options.observer] : []), ...observers]);
    const worker = createWorker(engine, { ...workerOptions(settings), jobs, queues, tenants, logger, observer });
    monitoring?.watch(worker);
    try {
      await worker.start();
      await scheduleDuties(engine, jobs, settings);
      announce(worker, jobs, options, engine, monitoring?.port, logger);
      const beside = companion?.run({ engine, logger, signal: over.signal, monitored: monitoring?.sources });
      const types = jobs.map((job) => job.type);
      const reach = { owner: worker.id, types, queues, tenants, turns: DELIVERY_TURNS };
      const drained = options.drain ? [whenDrained(engine.database, reach, { logger, over: over.signal })] : [];
      const reason = await Promise.race([
        firstSignal,
        ...drained.map((done) => done.then(() => 'drained' as const)),
        // It runs as long as the worker; only its failure ends this race.
        ...(beside ? [beside.then(() => firstSignal)] : []),
      ]);
      over.abort();
      await beside;
      const { returned } = await stopGracefully(worker, reason, settings.stop_grace_seconds * 1_000, logger);
      return { workerId: worker.id, reason, finished, returned };
    } finally {
      // Does nothing if the worker has stopped. After a failure, its jobs are returned before the database is closed.
      await worker.stop({ graceMs: 0 });
    }
  } finally {
    over.abort();
    await monitoring?.close();
  }
}

/** A worker that cannot sign must not fill the queue with jobs that sign. */
async function scheduleDuties(engine: Engine, jobs: readonly JobDefinition[], settings: Settings): Promise<void> {
  const serves = EVENT_JOBS.every(({ type }) => jobs.some((job) => job.type === type));
  if (serves && settings.tree_heads === 'daily') await scheduleTreeHeads(engine);
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

/** Stops the worker, and logs what it waits for. */
async function stopGracefully(
  worker: Worker,
  reason: StopSignal | 'drained',
  graceMs: number,
  logger: Logger,
): Promise<StopReport> {
  logger.info({}, stopMessage(reason, worker.status.running, graceMs));
  const report = await worker.stop({ graceMs });
  logger.info({ returned: report.returned }, 'Worker stopped');
  return report;
}

function stopMessage(reason: StopSignal | 'drained', running: number, graceMs: number): string {
  if (reason === 'drained') return 'Nothing is left to do: stopping';
  if (running === 0) return `${reason}: stopping`;
  const jobs = running === 1 ? '1 running job' : `${running} running jobs`;
  return `${reason}: waiting up to ${formatDuration(graceMs)} for ${jobs}; a second signal exits at once`;
}
