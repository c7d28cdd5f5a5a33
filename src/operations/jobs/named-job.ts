import {
  type CatchUp,
  declareJob,
  type Engine,
  type EnqueueOptions,
  type EnqueueReceipt,
  type JobDeclaration,
  type JobDefinition,
  listSchedules,
  listWorkers,
  type ScheduleRecord,
} from '../../engine/index.js';
import { lockName } from '../../database/index.js';
import { recordEvents } from '../../events/index.js';
import { CasparianError, type Hint, hint, nearest } from '../../platform/index.js';
import { type JobCatalog, loadJobCatalog } from './catalog.js';
import type { Actor } from './change-by-hand.js';
import { recordedEnqueues } from './recorded-enqueues.js';

/** A job type of which only the name is known. */
export interface JobByName {
  readonly type: string;
  readonly payload: unknown;
  /** Modules with job definitions. */
  readonly modules: readonly string[];
  /** Accept a type that neither the modules nor the live workers know. */
  readonly allowUnknownType?: boolean | undefined;
}

type QueueOptions = Pick<EnqueueOptions, 'tenant' | 'queue' | 'priority' | 'maxAttempts'>;

/** Enqueues a job by the name of its type, and records who did it. An earlier job that is returned instead is no change. */
export async function enqueueByName(
  engine: Engine,
  job: JobByName,
  options: EnqueueOptions,
  actor: Actor,
): Promise<EnqueueReceipt> {
  const known = knownDeclaration(job);
  const declaration = known ?? (await declarationOf(engine, job));
  return recordedEnqueues(engine).enqueue(declaration, job.payload, options, actor);
}

export interface ScheduleByName extends QueueOptions {
  readonly cron: string;
  readonly timezone: string;
  readonly catchUp: CatchUp;
  readonly replace: boolean;
  /** Names of schedules are unique over all tenants. Replace only a schedule of the same tenant. */
  readonly ownOnly?: boolean;
  /** Can refuse to replace the schedule that has the name at that moment, by throwing. */
  readonly allow?: (current: ScheduleRecord | undefined) => void;
  /** Who adds it; null for the system itself. */
  readonly actor: string | null;
}

/** Schedules a job by the name of its type. */
export async function scheduleByName(
  engine: Engine,
  name: string,
  job: JobByName,
  { actor, ownOnly = false, allow, ...options }: ScheduleByName,
): Promise<ScheduleRecord> {
  const declaration = await declarationOf(engine, job);
  return engine.transaction(async (tx) => {
    await lockName(tx, `schedule ${name}`);
    const existing = (await listSchedules(tx)).find((schedule) => schedule.name === name);
    if (ownOnly && existing !== undefined && existing.tenant !== options.tenant) throw nameOfOther(name);
    allow?.(existing);
    const schedule = await engine.schedule(name, declaration, job.payload, options, tx);
    const { tenant, type, cron, timezone } = schedule;
    const about = { aggregateType: 'schedule', aggregateId: name };
    const payload = { type, cron, timezone, replaced: options.replace };
    await recordEvents(tx, tenant, [{ ...about, eventType: 'schedule.added', actor, payload }]);
    return schedule;
  });
}

function nameOfOther(name: string): CasparianError {
  return new CasparianError('SCHEDULE_EXISTS', `The name '${name}' is used by another tenant`, {
    next: ['Choose another name, for example one that begins with the name of the tenant.'],
  });
}

/** The definitions of these types, or of all when no type is named. */
export function jobsOfTypes(catalog: JobCatalog, types: readonly string[] | undefined): JobDefinition[] {
  if (!types) return [...catalog.values()];
  return types.map((type) => {
    const definition = catalog.get(type);
    if (!definition) throw unknownJobType(type, [...catalog.keys()], []);
    return definition;
  });
}

/** A server enqueues with the same list of modules for each request. Only what was loaded is kept: a module that failed is tried again. */
const CATALOGS = new WeakMap<readonly string[], JobCatalog>();

async function rememberedCatalog(modules: readonly string[]): Promise<JobCatalog> {
  const catalog = CATALOGS.get(modules) ?? (await loadJobCatalog(modules));
  CATALOGS.set(modules, catalog);
  return catalog;
}

/** The declaration of a type that was loaded before, at once. */
function knownDeclaration({ type, modules }: JobByName): JobDeclaration | undefined {
  return CATALOGS.get(modules)?.get(type);
}

/** A type that only workers know has no schema here, so its payload is checked when the job runs. */
async function declarationOf(
  { database }: Engine,
  { type, modules, allowUnknownType }: JobByName,
): Promise<JobDeclaration> {
  const catalog = await rememberedCatalog(modules);
  const definition = catalog.get(type);
  if (definition) return definition;
  if (allowUnknownType) return declareJob({ type });
  const announced = (await listWorkers(database)).flatMap((worker) => worker.types);
  if (announced.includes(type)) return declareJob({ type });
  throw unknownJobType(
    type,
    [...catalog.keys(), ...announced],
    [hint('Or, when its worker will start later', { options: { allow_unknown_type: true } })],
  );
}

function unknownJobType(type: string, known: readonly string[], next: readonly Hint[]): CasparianError {
  const guess = nearest(type, known);
  return new CasparianError('UNKNOWN_JOB_TYPE', `No job of type '${type}' is known here`, {
    why: `Known are ${[...new Set(known)].sort().join(', ')}.`,
    next: [
      ...(guess ? [`Did you mean ${guess}?`] : []),
      hint('Name the module that defines it', { options: { jobs: 'FILE' } }),
      ...next,
    ],
  });
}
