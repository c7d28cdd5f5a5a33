import {
  countTroubled,
  type Engine,
  findTroubled,
  type JobRecord,
  type TroubleFilter,
  type TroubleGroup,
  troubleGroups,
} from '../../engine/index.js';
import type { UsedParser } from '../../pipeline/index.js';
import { alongsideRetry, recordOf } from './change-by-hand.js';

/** Failed and dead jobs that match. */
export async function troubledJobs(engine: Engine, filter: TroubleFilter): Promise<JobRecord[]> {
  await requireIds(engine, filter);
  return findTroubled(engine.database, filter);
}

export interface TroubleSummary {
  readonly groups: readonly (TroubleGroup & { readonly example: JobRecord })[];
  /** All matching jobs, including those of groups beyond the limit. */
  readonly total: number;
  /** There are more failed or dead jobs than were looked at. */
  readonly capped: boolean;
}

/** The same jobs in groups that failed in the same way, with an example of each. */
export async function summarizeTrouble(engine: Engine, filter: TroubleFilter): Promise<TroubleSummary> {
  await requireIds(engine, filter);
  const { groups, ...counted } = await troubleGroups(engine.database, filter);
  const ids = groups.map(({ exampleId }) => exampleId);
  const examples = new Map((await engine.jobs({ ids, limit: ids.length })).map((job) => [job.id, job]));
  // A group whose example was deleted meanwhile is left out.
  const shown = groups.flatMap((group) => {
    const example = examples.get(group.exampleId);
    return example ? [{ ...group, example }] : [];
  });
  return { ...counted, groups: shown };
}

export interface TriageRequest {
  readonly action: 'retry' | 'cancel';
  readonly filter: TroubleFilter;
  /** Who does it; null for the system itself. */
  readonly actor: string | null;
  /** A retry reads files with the version of the parser that failed, not with the current one. */
  readonly sameVersion?: boolean | undefined;
  /** Only count the jobs. */
  readonly dryRun?: boolean | undefined;
  /** Called with the number of jobs before anything changes. Throws to stop. */
  readonly confirm?: ((jobs: number) => Promise<void>) | undefined;
}

export interface TriageReport {
  readonly matched: number;
  readonly changed: number;
  /** The parsers that retried jobs will use. */
  readonly parsers: readonly UsedParser[];
}

/** Retries or cancels all failed and dead jobs that match. */
export async function triageJobs(engine: Engine, request: TriageRequest): Promise<TriageReport> {
  const { action, filter, actor, sameVersion, dryRun, confirm } = request;
  await requireIds(engine, filter);
  const matched = await countTroubled(engine.database, filter);
  if (matched === 0 || dryRun) return { matched, changed: 0, parsers: [] };
  await confirm?.(matched);
  let parsers: readonly UsedParser[] = [];
  const onParsers = (used: readonly UsedParser[]): void => void (parsers = used);
  const changed = await (action === 'retry'
    ? engine.retryTroubled(filter, alongsideRetry(actor, { sameVersion, onParsers }))
    : engine.dismissTroubled(filter, recordOf('job.dismissed', actor)));
  return { matched, changed, parsers };
}

/** Fails for an unknown id. */
async function requireIds(engine: Engine, { ids = [] }: TroubleFilter): Promise<void> {
  for (const id of ids) await engine.job(id);
}
