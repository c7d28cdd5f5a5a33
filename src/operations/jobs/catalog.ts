import { pathToFileURL } from 'node:url';
import { BUILT_IN_JOBS, isJobDefinition, type JobDefinition } from '../../engine/index.js';
import { CasparianError, errorMessage } from '../../platform/index.js';

/** The job definitions this process has, by type. */
export type JobCatalog = ReadonlyMap<string, JobDefinition>;

/** The built-in jobs and those the modules export: one by one, in arrays, or as the default. */
export async function loadJobCatalog(
  modules: readonly string[],
  builtIn: readonly JobDefinition[] = BUILT_IN_JOBS,
): Promise<JobCatalog> {
  const catalog = new Map(builtIn.map((job) => [job.type, job]));
  for (const path of modules) {
    for (const job of await jobsOfModule(path)) {
      if ((catalog.get(job.type) ?? job) !== job) throw definedTwice(path, job.type);
      catalog.set(job.type, job);
    }
  }
  return catalog;
}

async function jobsOfModule(path: string): Promise<Set<JobDefinition>> {
  const exported = Object.values(await importModule(path)).flat();
  const jobs = new Set(exported.filter(isJobDefinition));
  if (jobs.size > 0) return jobs;
  throw new CasparianError('JOBS_MODULE_INVALID', `${path} exports no job`, {
    why: 'None of its exports was made with defineJob().',
    next: ["Export a definition: export const greet = defineJob({ type: 'greet', run: … })"],
  });
}

async function importModule(path: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    throw new CasparianError('JOBS_MODULE_INVALID', `The jobs module ${path} cannot be imported`, {
      why: errorMessage(error),
      next: [adviceFor(path)],
      cause: error,
    });
  }
}

function adviceFor(path: string): string {
  if (!/\.[cm]?tsx?$/.test(path)) return 'Check the path, and that `node FILE` runs it without an error.';
  return 'Node runs TypeScript only with a loader: compile the module, or import tsx through NODE_OPTIONS.';
}

function definedTwice(path: string, type: string): CasparianError {
  return new CasparianError('JOBS_MODULE_INVALID', `${path} defines the job type '${type}' a second time`, {
    why: 'It is built in, or another module defines it. It would be unclear which of the two runs.',
    next: ['Give one of them another type.'],
  });
}
