import { complete, type JobContext, type Outcome } from '../../engine/index.js';
import { CasparianError } from '../../platform/index.js';
import { BUILTIN } from '../builtin/builtin-parser.js';
import { lockRevision } from '../schema/revision.js';
import { tenantTransaction } from '../tenant.js';
import { markMissing, releaseCopies, type StandingParse } from './file-ledger.js';
import type { ParsePayload } from './parse-job.js';
import { alreadyProcessed } from './parse-result.js';

/**
 * Whether the work was given to another job: a later scan found the file changed, or another version is to read it. Planning
 * writes that down with each job it makes.
 */
export function isOvertaken(
  standing: StandingParse | undefined,
  { parser }: Pick<ParsePayload, 'parser'>,
  { job }: Pick<JobContext, 'job'>,
): boolean {
  // A file that a registered parser wants by now is nothing for the built-in readers any more.
  return standing === undefined ? parser === BUILTIN : standing.job_id !== job.id;
}

/** Completes without output. Copies that counted on this job are planned for themselves. */
export function standAside(payload: ParsePayload, { job }: JobContext): Outcome {
  return complete(alreadyProcessed(payload.content_hash), {
    write: async (scope) => {
      const tx = tenantTransaction(scope, job.tenant);
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
    await context.transaction(async (scope) => {
      const tx = tenantTransaction(scope, context.job.tenant);
      await lockRevision(tx);
      await releaseCopies(tx, { jobIds: [context.job.id] });
      await markMissing(tx, payload.file_id);
    });
  }
  throw error;
}
