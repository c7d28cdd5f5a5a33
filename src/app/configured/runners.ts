import type { CollectRuntime } from '../../collect/index.js';
import type { Engine, JobDefinition } from '../../engine/index.js';
import { copyJobs, type LocalWorkerOptions } from '../../operations/index.js';
import type { PassportRuntime } from '../../passport/index.js';
import type { PipelineRuntime } from '../../pipeline/index.js';
import type { Settings } from '../../settings/index.js';
import type { TaskRuntime } from '../../tasks/index.js';
import { openConfiguredCollect } from './collect-runtime.js';
import { configuredHome } from './home.js';
import type { SettingsOfParsers } from './pipeline-runtime.js';
import { configuredSigningKeys } from './signing-keys.js';
import { workerOptions } from './worker.js';

/** What an operation needs to run pipeline jobs in this process. */
export interface PipelineRunner {
  readonly worker: LocalWorkerOptions;
  readonly stopGraceMs: number;
  readonly openRuntime: () => Promise<PipelineRuntime>;
  /** The jobs that copy changed datasets for other programs; undefined if no dataset is followed. */
  readonly copyJobs: (() => readonly JobDefinition[]) | undefined;
}

/** What an operation needs to run tasks in this process. */
export interface TaskRunner {
  readonly worker: LocalWorkerOptions;
  readonly openRuntime: () => Promise<TaskRuntime>;
}

export function pipelineRunner(engine: Engine, settings: Settings, parsers: SettingsOfParsers): PipelineRunner {
  const isFollowed = settings.load_datasets.length + settings.delta_datasets.length > 0;
  return {
    worker: workerOptions(settings),
    stopGraceMs: settings.stop_grace_seconds * 1_000,
    copyJobs: isFollowed
      ? () => copyJobs({ database: engine.database, home: configuredHome(settings), loadTo: settings.load_to })
      : undefined,
    // Imported when it is needed: other commands would wait for it.
    openRuntime: async () => (await import('./pipeline-runtime.js')).openConfiguredRuntime(engine, settings, parsers),
  };
}

/** What an operation needs to run passport jobs in this process. */
export interface PassportRunner {
  readonly worker: LocalWorkerOptions;
  readonly openRuntime: () => Promise<PassportRuntime>;
}

export function passportRunner(engine: Engine, settings: Settings): PassportRunner {
  return {
    worker: workerOptions(settings),
    openRuntime: async () =>
      (await import('./passports.js')).openConfiguredPassports(engine, settings, configuredSigningKeys(settings)),
  };
}

export function taskRunner(settings: Settings): TaskRunner {
  return {
    worker: workerOptions(settings),
    openRuntime: async () => (await import('./task-runtime.js')).openConfiguredTasks(settings),
  };
}

/** What an operation needs to run collect jobs in this process. */
export interface CollectRunner {
  readonly worker: LocalWorkerOptions;
  readonly stopGraceMs: number;
  readonly openRuntime: () => CollectRuntime;
}

export function collectRunner(engine: Engine, settings: Settings): CollectRunner {
  return {
    worker: workerOptions(settings),
    stopGraceMs: settings.stop_grace_seconds * 1_000,
    openRuntime: () => openConfiguredCollect(engine, settings),
  };
}
