import { type Database, queryBuilder } from '../../database/index.js';
import { complete, type JobContext, type Outcome } from '../../engine/index.js';
import { CasparianError } from '../../platform/index.js';
import { lockRevision } from '../routing/revision.js';
import type { PipelineSchema } from '../schema/tables.js';
import { markMissing, releaseCopies, type StandingParse } from './file-ledger.js';
import type { ParsePayload } from './job-types.js';
import { alreadyProcessed } from './parse-result.js';

/** A later scan found the file changed and planned another job for it. Ids grow with time. */
export function isOvertaken(standing: StandingParse | undefined, jobId: string): boolean {
  return standing !== undefined && standing.job_id > jobId;
}

/** An earlier job has read this very content with this very source, and its rows are still the current ones. */
export async function wasDoneBy(
  database: Database,
  standing: StandingParse | undefined,
  mine: { jobId: string; contentHash: string; sourceHash: string },
): Promise<boolean> {
  if (standing === undefined || standing.job_id === mine.jobId) return false;
  if (standing.content_hash !== mine.contentHash || standing.source_hash !== mine.sourceHash) return false;
  const current = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_outputs')
    .select('id')
    .where('job_id', '=', standing.job_id)
    .where('superseded_at', 'is', null)
    .limit(1)
    .execute();
  return current.length > 0;
}

/** Completes without output. Copies that counted on this job are planned for themselves. */
export function standAside(payload: ParsePayload, { job }: JobContext, contentHash: string): Outcome {
  return complete(alreadyProcessed(contentHash), {
    write: async (tx) => {
      await lockRevision(tx);
      await releaseCopies(tx, { jobIds: [job.id], exceptFile: payload.file_id });
    },
  });
}

/**
 * A file that is gone is noted as missing, so that the scan that finds it again has it processed. What fails for another
 * reason is passed on as it is.
 */
export async function forgetMissing(error: unknown, payload: ParsePayload, context: JobContext): Promise<never> {
  if (error instanceof CasparianError && error.code === 'INPUT_NOT_FOUND') {
    await context.transaction(async (tx) => {
      await lockRevision(tx);
      await releaseCopies(tx, { jobIds: [context.job.id] });
      await markMissing(tx, payload.file_id);
    });
  }
  throw error;
}
