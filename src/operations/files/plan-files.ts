import { addRule, type BackfillPlan, backfillPlan, executeBackfill, planJobs } from '../../pipeline/index.js';
import type { TenantScope } from '../tenant-scope.js';

export interface AddedRule {
  readonly pattern: string;
  readonly topic: string;
  /** False if the rule existed already. */
  readonly added: boolean;
  readonly jobsCreated: number;
}

/** Gives files that match a pattern a topic, and creates jobs for the known ones. */
export async function addFileRule(
  { engine, tenant, database }: TenantScope,
  { pattern, topic }: { pattern: string; topic: string },
): Promise<AddedRule> {
  const added = await addRule(database, pattern, topic);
  const { jobsCreated } = await planJobs(engine, tenant);
  return { pattern, topic, added, jobsCreated };
}

export interface Backfill {
  readonly plan: BackfillPlan;
  /** Undefined if the backfill was only planned. */
  readonly jobsCreated: number | undefined;
}

/** Plans to read files again that another version of the parser has read, or that failed; with `execute`, creates the jobs. */
export async function backfill(
  { engine, tenant, database }: TenantScope,
  { parser, execute, failed }: { parser: string; execute: boolean; failed?: boolean | undefined },
): Promise<Backfill> {
  const plan = await backfillPlan(database, parser, { failed });
  const { actor } = database;
  return { plan, jobsCreated: execute ? await executeBackfill(engine, { tenant, parser, actor, failed }) : undefined };
}
