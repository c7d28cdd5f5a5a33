import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { tenantDatabase } from '../../database/index.js';
import { declareDead, type Engine } from '../../engine/index.js';
import { CasparianError, errorMessage, lazily, type Logger } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';
import { isS3Address } from '../../storage/index.js';
import {
  type Companion,
  type HostReport,
  hostWorker,
  type StartedWorker,
  type WorkerHostOptions,
} from '../worker-host/host.js';
import { takeDaemonLock } from './daemon-lock.js';
import { configuredHome } from '../configured/home.js';
import type { SettingsOfParsers } from '../configured/pipeline-runtime.js';
import type { WatchedFolder } from './take-files.js';

export interface DaemonOptions {
  /** The tenant whose files are watched. */
  readonly tenant: string;
  /** Run only the jobs of this tenant; otherwise those of all. */
  readonly onlyTenant: boolean;
  readonly settings: Settings;
  readonly parsers: SettingsOfParsers;
  /** The given name; without one, the daemon keeps the name of its predecessor. */
  readonly workerId: string | undefined;
  readonly folders: readonly WatchedFolder[];
  /** The number of files at the same time. */
  readonly parallel: number;
  /** From now on, read files in the folders that no parser is subscribed to with the built-in readers. */
  readonly auto?: { readonly dataset: string | undefined } | undefined;
  /** Further work of the process, such as a server. */
  readonly beside?: Companion['run'] | undefined;
  readonly onStarted: (started: StartedWorker) => void;
  readonly hintText: WorkerHostOptions['hintText'];
}

/** One more than there are processors: with two files at a time, two processors were idle for a third of the time. */
export const USUAL_PARALLEL = availableParallelism() + 1;

/** Imported when it is needed: other commands would wait for it. */
const pipeline = lazily(() => import('../../pipeline/index.js'));

/** Scans folders and runs jobs in one process until a signal stops it. A home has at most one daemon. */
export async function runDaemon(options: DaemonOptions): Promise<HostReport> {
  const { folders, parsers, onStarted, hintText } = options;
  for (const { root } of folders) await requireFolder(root, options.settings);
  const lock = takeDaemonLock(options.settings.home, options.workerId);
  try {
    const settings = { ...options.settings, worker_id: lock.workerId, concurrency: options.parallel };
    return await hostWorker({
      settings,
      parsers,
      onStarted,
      tenants: options.onlyTenant ? [options.tenant] : undefined,
      hintText,
      companion: {
        style: 'chronicle',
        // A home has one daemon, so the worker that had this name is dead and its jobs need not wait.
        prepare: async (engine) => (lock.hasPredecessor ? declareDead(engine.database, lock.workerId) : undefined),
        isMonitor: options.beside !== undefined,
        run: async (company) => {
          const { engine, logger, signal } = company;
          await allowFolders(engine, options, logger);
          const watching = watchAll(engine, { tenant: options.tenant, settings, folders, logger, hintText, signal });
          await Promise.all([watching, options.beside?.(company)]);
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
  const { allowAuto } = await pipeline();
  for (const { root } of folders) {
    const rule = await allowAuto(tenantDatabase(database, tenant), { folder: root, dataset: auto.dataset });
    logger.info({ ...rule }, `Files in ${root} that no parser is subscribed to are read without a parser`);
  }
}

interface Watch {
  readonly tenant: string;
  readonly settings: Settings;
  readonly folders: readonly WatchedFolder[];
  readonly logger: Logger;
  readonly hintText: DaemonOptions['hintText'];
  readonly signal: AbortSignal;
}

async function watchAll(engine: Engine, watch: Watch): Promise<void> {
  const { tenant, settings, folders, logger, hintText, signal } = watch;
  for (const { root } of folders) logger.info({ path: root }, `Watching ${root} for new files...`);
  const { takeFiles } = await import('./take-files.js');
  const { logRoutes } = await import('./log-routes.js');
  const { openSpool, watchFolder } = await pipeline();
  const spool = openSpool(configuredHome(settings));
  await logRoutes(tenantDatabase(engine.database, tenant), { logger, hintText });
  const watching = folders.map((folder) =>
    watchFolder({
      ...folder,
      settleMs: settings.settle_seconds * 1_000,
      pollEveryMs: settings.watch_poll_seconds * 1_000,
      take: (paths) => takeFiles({ engine, tenant, spool }, folder, paths, { logger, hintText, signal }),
      on: {
        trouble: (message) =>
          logger.warn({ path: folder.root, error: message }, 'Cannot watch the folder; trying again'),
        recovered: () => logger.info({ path: folder.root }, `Watching ${folder.root} again`),
        fallback: (reason) =>
          logger.warn(
            { path: folder.root, error: reason },
            'No more file system watches are available; polling instead',
          ),
      },
      signal,
    }),
  );
  await Promise.all([...watching, planNowAndThen(engine, watch)]);
}

/** A new parser or rule also applies to known files: their jobs are planned here. */
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

async function requireFolder(root: string, settings: Settings): Promise<void> {
  if (isS3Address(root)) return requireBucket(root, settings);
  const stats = await stat(root).catch((error: unknown) => error as NodeJS.ErrnoException);
  if (!(stats instanceof Error) && stats.isDirectory()) return;
  throw new CasparianError('INPUT_NOT_FOUND', `There is no folder '${root}' to watch`, {
    why: stats instanceof Error ? stats.message : 'It is not a folder.',
    next: ['Check the path. The daemon waits for a folder that disappears later, but not for one that never existed.'],
  });
}

/** Fails if there is no such bucket, or no permission to list it. */
async function requireBucket(root: string, settings: Settings): Promise<void> {
  await configuredHome(settings).storages.at(root).folders('');
}
