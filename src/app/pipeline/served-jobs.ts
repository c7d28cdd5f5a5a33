import { BUILT_IN_JOBS, type Engine, type JobDefinition } from '../../engine/index.js';
import { PARSE_JOB, pipelineJobs, type PipelineRuntime, REPLAY_JOB, VALIDATE_JOB } from '../../pipeline/index.js';
import { errorMessage, type Logger } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';
import { loadJobCatalog } from '../jobs/catalog.js';
import { jobsOfTypes } from '../jobs/named-job.js';
import { openConfiguredRuntime, type SettingsOfParsers } from './open-runtime.js';

export interface ServedJobs {
  readonly jobs: readonly JobDefinition[];
  close(): Promise<void>;
}

const PIPELINE_TYPES = [PARSE_JOB, REPLAY_JOB, VALIDATE_JOB].map(({ type }) => type);

/** All that a worker can run: the built-in jobs, those of the modules, and those of the pipeline. */
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
  const runtime = await openRuntime();
  try {
    const builtIn = [...BUILT_IN_JOBS, ...(runtime ? pipelineJobs(runtime) : [])];
    const jobs = jobsOfTypes(await loadJobCatalog(settings.jobs, builtIn), types);
    return { jobs, close: async () => runtime?.close() };
  } catch (error) {
    await runtime?.close();
    throw error;
  }

  async function openRuntime(): Promise<PipelineRuntime | undefined> {
    if (types && !types.some((type) => PIPELINE_TYPES.includes(type))) return undefined;
    try {
      return await openConfiguredRuntime(engine, settings, parsers);
    } catch (error) {
      if (types) throw error;
      // Whoever serves jobs of their own from a machine with nothing to write to goes on doing so.
      logger.warn({ error: errorMessage(error) }, 'Parsers cannot run here; other jobs can');
      return undefined;
    }
  }
}
