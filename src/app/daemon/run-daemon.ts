import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { declareDead, type Engine } from '../../engine/index.js';
import { CasparianError, errorMessage, lazily, type Logger } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';
import { type HostReport, hostWorker, type StartedWorker } from '../worker-host/host.js';
import { takeDaemonLock } from './daemon-lock.js';
import type { SettingsOfParsers } from '../configured/pipeline-runtime.js';
import type { WatchedFolder } from './take-files.js';

export interface DaemonOptions {
  /** Whose files are watched. */
  readonly tenant: string;
  /** Run the jobs of this tenant alone; otherwise those of all. */
  readonly onlyTenant: boolean;
  readonly settings: Settings;
  readonly parsers: SettingsOfParsers;
  /** The name it was given; without one, it goes by that of the daemon before it. */
  readonly workerId: string | undefined;
  readonly folders: readonly WatchedFolder[];
  /** Files at the same time. */
  readonly parallel: number;
  /** Let the built-in readers read what no parser wants in the folders, from now on. */
  readonly auto?: { readonly dataset: string | undefined } | undefined;
  readonly onStarted: (started: StartedWorker) => void;
}

/** As many files at a time as the machine has processors, and two at least: one waits while the other computes. */
export const USUAL_PARALLEL = Math.max(2, availableParallelism());

/** Loaded when it is needed, since every other command would wait for it. */
const pipeline = lazily(() => import('../../pipeline/index.js'));

/** Scans and works in one process, the only one of its kind with this home, until a signal stops it. */
export async function runDaemon(options: DaemonOptions): Promise<HostReport> {
  const { folders, parsers, onStarted } = options;
  for (const { root } of folders) await requireFolder(root);
  const lock = takeDaemonLock(options.settings.home, options.workerId);
  try {
    const settings = { ...options.settings, worker_id: lock.workerId, concurrency: options.parallel };
    return await hostWorker({
      settings,
      parsers,
      onStarted,
      tenants: options.onlyTenant ? [options.tenant] : undefined,
      companion: {
        style: 'chronicle',
        // Nobody else goes by this name with this home, so whoever did is dead, and its jobs need not wait.
        prepare: async (engine) => (lock.hasPredecessor ? declareDead(engine.database, lock.workerId) : undefined),
        run: async (engine, logger, signal) => {
          await allowFolders(engine, options, logger);
          await watchAll(engine, { tenant: options.tenant, settings, folders, logger, signal });
        },
      },
    });
  } finally {
    lock.release();
  }
}

async function allowFolders(
  { database }: Engine,
  { tenant, folders, auto }: DaemonOptions,
  logger: Logger,
): Promise<void> {
  if (auto === undefined) return;
  const { allowAuto, tenantDatabase } = await pipeline();
  for (const { root } of folders) {
    const rule = await allowAuto(tenantDatabase(database, tenant), { folder: root, dataset: auto.dataset });
    logger.info({ ...rule }, `Files in ${root} that no parser wants are read without one`);
  }
}

interface Watch {
  readonly tenant: string;
  readonly settings: Settings;
  readonly folders: readonly WatchedFolder[];
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

async function watchAll(engine: Engine, watch: Watch): Promise<void> {
  const { tenant, settings, folders, logger, signal } = watch;
  for (const { root } of folders) logger.info({ path: root }, `Watching ${root} for new files...`);
  const { takeFiles } = await import('./take-files.js');
  const { watchFolder } = await pipeline();
  await saySubscriptions(engine, tenant, logger);
  const watching = folders.map((folder) =>
    watchFolder({
      ...folder,
      settleMs: settings.settle_seconds * 1_000,
      pollEveryMs: settings.watch_poll_seconds * 1_000,
      take: (paths) => takeFiles({ engine, tenant }, folder, paths, { logger, signal }),
      on: {
        trouble: (message) => logger.warn({ path: folder.root, error: message }, 'Cannot watch; looking again'),
        recovered: () => logger.info({ path: folder.root }, `Watching ${folder.root} again`),
        fallback: (reason) =>
          logger.warn({ path: folder.root, error: reason }, 'The system has no watches left; looking now and then'),
      },
      signal,
    }),
  );
  await Promise.all([...watching, planNowAndThen(engine, watch)]);
}

async function saySubscriptions(engine: Engine, tenant: string, logger: Logger): Promise<void> {
  const { currentParsers, tenantDatabase, topicsOf } = await pipeline();
  const database = tenantDatabase(engine.database, tenant);
  for (const { name } of await currentParsers(database)) {
    for (const topic of await topicsOf(database, name)) {
      logger.info({ parser: name, topic }, `Parser '${name}' subscribed to topic '${topic}'`);
    }
  }
}

/** A parser or a rule that is new concerns files that are not: they are planned without being touched. */
async function planNowAndThen(engine: Engine, { tenant, settings, logger, signal }: Watch): Promise<void> {
  const { planJobs } = await pipeline();
  const pause = (): Promise<boolean> =>
    sleep(settings.watch_poll_seconds * 1_000, true, { signal }).catch(() => !signal.aborted);
  while (await pause()) {
    try {
      const { jobsCreated } = await planJobs(engine, tenant);
      const jobs = jobsCreated === 1 ? '1 job' : `${jobsCreated} jobs`;
      if (jobsCreated > 0) logger.info({ jobs_created: jobsCreated }, `${jobs} created for known files`);
    } catch (error) {
      logger.warn({ error: errorMessage(error) }, 'Jobs could not be planned, trying again');
    }
  }
}

async function requireFolder(root: string): Promise<void> {
  const stats = await stat(root).catch((error: unknown) => error as NodeJS.ErrnoException);
  if (!(stats instanceof Error) && stats.isDirectory()) return;
  throw new CasparianError('INPUT_NOT_FOUND', `There is no folder '${root}' to watch`, {
    why: stats instanceof Error ? stats.message : 'It is not a folder.',
    next: ['Check the path. A folder that goes away later is waited for; one that never was is most likely misspelt.'],
  });
}
