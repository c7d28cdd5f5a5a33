import { COLLECT_JOBS, collectJobs } from '../../collect/index.js';
import { BUILT_IN_JOBS, type Engine, type JobDeclaration, type JobDefinition } from '../../engine/index.js';
import { eventJobs, WEBHOOK_JOBS, webhookJobs } from '../../events/index.js';
import { bulkJobs, copyJobs, jobsOfTypes, loadJobCatalog, suggestJobs } from '../../operations/index.js';
import { PASSPORT_JOBS, passportJobs } from '../../passport/index.js';
import { PIPELINE_JOBS, pipelineJobs, type PipelineRuntime } from '../../pipeline/index.js';
import { errorMessage, type Logger } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';
import { TASK_JOBS, taskJobs, type TaskRuntime } from '../../tasks/index.js';
import { openConfiguredPassports } from '../configured/passports.js';
import { configuredHome } from '../configured/home.js';
import { configuredSigningKeys } from '../configured/signing-keys.js';
import { openConfiguredCollect } from '../configured/collect-runtime.js';
import { openConfiguredTasks } from '../configured/task-runtime.js';
import { openConfiguredWebhooks } from '../configured/webhooks.js';
import { openConfiguredRuntime, type SettingsOfParsers } from '../configured/pipeline-runtime.js';

export interface ServedJobs {
  readonly jobs: readonly JobDefinition[];
  close(): Promise<void>;
}

/** All jobs that a worker can run: built-in jobs, those of modules and of the pipeline, tasks, deliveries, passports, collections. */
export async function openServedJobs(
  engine: Engine,
  options: {
    settings: Settings;
    parsers: SettingsOfParsers;
    types: readonly string[] | undefined;
    logger: Logger;
  },
): Promise<ServedJobs> {
  const { settings, parsers, types, logger } = options;
  const keys = configuredSigningKeys(settings);
  const tasks = openTasks();
  const webhooks = isWanted(WEBHOOK_JOBS) ? openConfiguredWebhooks(engine, settings) : undefined;
  const passports = isWanted(PASSPORT_JOBS) ? openConfiguredPassports(engine, settings, keys) : undefined;
  const collect = isWanted(COLLECT_JOBS) ? openConfiguredCollect(engine, settings) : undefined;
  const runtime = await openRuntime();
  const close = async (): Promise<void> => {
    passports?.close();
    await Promise.all([runtime?.close(), tasks?.close(), webhooks?.close(), collect?.close()]);
  };
  try {
    const ofPipeline = runtime ? pipelineJobs(runtime) : [];
    const ofEvents = eventJobs({
      database: engine.database,
      openKey: () => keys.current(),
    });
    const deliveries = webhooks ? webhookJobs(webhooks) : [];
    const ofTasks = tasks ? taskJobs(tasks) : [];
    const ofPassports = passports ? passportJobs(passports) : [];
    const ofCollect = collect ? collectJobs(collect) : [];
    const home = configuredHome(settings);
    const copies = copyJobs({ database: engine.database, home, loadTo: settings.load_to });
    const ofOperations = [...bulkJobs(engine, home.logs), ...suggestJobs(engine, home), ...copies];
    const ofModules = [...ofEvents, ...deliveries, ...ofPipeline, ...ofTasks, ...ofPassports, ...ofCollect];
    const builtIn = [...BUILT_IN_JOBS, ...ofModules, ...ofOperations];
    return { jobs: jobsOfTypes(await loadJobCatalog(settings.jobs, builtIn), types), close };
  } catch (error) {
    await close();
    throw error;
  }

  function isWanted(declarations: readonly JobDeclaration[]): boolean {
    return !types || declarations.some(({ type }) => types.includes(type));
  }

  function openTasks(): TaskRuntime | undefined {
    return isWanted(TASK_JOBS) ? openConfiguredTasks(settings) : undefined;
  }

  async function openRuntime(): Promise<PipelineRuntime | undefined> {
    if (!isWanted(PIPELINE_JOBS)) return undefined;
    try {
      return await openConfiguredRuntime(engine, settings, parsers);
    } catch (error) {
      if (types) throw error;
      // A machine without a writable home can still run the jobs of modules.
      logger.warn({ error: errorMessage(error) }, 'Parsers cannot run here; other jobs can');
      return undefined;
    }
  }
}
