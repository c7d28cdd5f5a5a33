import {
  countTroubled,
  type Engine,
  findTroubled,
  type JobRecord,
  type TroubleFilter,
  type TroubleGroup,
  troubleGroups,
} from '../../engine/index.js';

/** Failed and dead jobs that match. */
export async function troubledJobs(engine: Engine, filter: TroubleFilter): Promise<JobRecord[]> {
  await requireKnown(engine, filter);
  return findTroubled(engine.database, filter);
}

export interface TroubleSummary {
  readonly groups: readonly (TroubleGroup & { readonly example: JobRecord })[];
  /** All matching jobs, including those of groups beyond the limit. */
  readonly total: number;
}

/** The same jobs in groups that failed in the same way, with an example of each. */
export async function summarizeTrouble(engine: Engine, filter: TroubleFilter): Promise<TroubleSummary> {
  await requireKnown(engine, filter);
  const found = await troubleGroups(engine.database, filter);
  const groups = await Promise.all(
    found.map(async (group) => ({ ...group, example: await engine.job(group.exampleId) })),
  );
  return { groups, total: await countTroubled(engine.database, { ...filter, limit: undefined }) };
}

export interface TriageRequest {
  readonly action: 'retry' | 'cancel';
  readonly filter: TroubleFilter;
  /** Only count the jobs. */
  readonly dryRun?: boolean | undefined;
  /** Called with the number of jobs before anything changes. Throws to stop. */
  readonly confirm?: ((jobs: number) => Promise<void>) | undefined;
}

export interface TriageReport {
  readonly matched: number;
  readonly changed: number;
}

/** Retries or cancels all failed and dead jobs that match. */
export async function triageJobs(engine: Engine, request: TriageRequest): Promise<TriageReport> {
  const { action, filter, dryRun, confirm } = request;
  await requireKnown(engine, filter);
  const matched = await countTroubled(engine.database, filter);
  if (matched === 0 || dryRun) return { matched, changed: 0 };
  await confirm?.(matched);
  const changed = await (action === 'retry' ? engine.retryTroubled(filter) : engine.dismissTroubled(filter));
  return { matched, changed };
}

/** Fails for an unknown id or tenant: a misspelt one would look like one without failures. */
async function requireKnown(engine: Engine, { ids = [], tenant }: TroubleFilter): Promise<void> {
  for (const id of ids) await engine.job(id);
  if (tenant !== undefined) await engine.jobs({ tenant, limit: 1 });
}
