import type { BackfillPlan } from './backfill.js';

export interface BackfillJson {
  readonly parser: string;
  readonly version: string;
  readonly source_hash: string;
  readonly files: number;
  readonly bytes: number;
  readonly by_version: readonly {
    readonly version: string;
    readonly dataset?: string;
    readonly source_hash: string;
    readonly files: number;
    readonly bytes: number;
  }[];
  readonly examples: readonly string[];
  readonly executed: boolean;
  readonly jobs_created: number;
}

/** `jobsCreated` is undefined if the backfill was only planned. */
export function backfillJson(plan: BackfillPlan, jobsCreated: number | undefined): BackfillJson {
  return {
    parser: plan.parser,
    version: plan.version,
    source_hash: plan.sourceHash,
    files: plan.files,
    bytes: plan.bytes,
    by_version: plan.byVersion.map(({ version, dataset, sourceHash, files, bytes }) => ({
      version,
      ...(dataset === undefined ? {} : { dataset }),
      source_hash: sourceHash,
      files,
      bytes,
    })),
    examples: plan.examples,
    executed: jobsCreated !== undefined,
    jobs_created: jobsCreated ?? 0,
  };
}
