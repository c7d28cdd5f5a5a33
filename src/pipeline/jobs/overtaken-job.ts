import { complete, type JobContext, type Outcome } from '../../engine/index.js';
import { CasparianError } from '../../platform/index.js';
import { BUILTIN } from '../builtin/builtin-parser.js';
import { lockRevision } from '../schema/revision.js';
import { tenantTransaction } from '../../database/index.js';
import { markMissing, releaseCopies, type CurrentParse } from './file-ledger.js';
import type { ParsePayload } from './parse-job.js';
import { alreadyProcessed } from './parse-result.js';

/**
 * Whether planning has assigned the work to another job: a later scan found the file changed, or another version of the
 * parser is registered.
 */
export function isOvertaken(
  current: CurrentParse | undefined,
  { parser }: Pick<ParsePayload, 'parser'>,
  { job }: Pick<JobContext, 'job'>,
): boolean {
  // The row is removed when a registered parser takes over the file from the built-in readers.
  return current === undefined ? parser === BUILTIN : current.job_id !== job.id;
}

/** Completes without output. Copies that shared this job are planned separately. */
export function completeWithoutOutput(payload: ParsePayload, { job }: JobContext): Outcome {
  return complete(alreadyProcessed(payload.content_hash), {
    write: async (scope) => {
      const tx = tenantTransaction(scope, job.tenant);
      await lockRevision(tx);
      await releaseCopies(tx, { jobIds: [job.id], exceptFile: payload.file_id });
    },
  });
}

/** Records a deleted file as missing, so that it is processed when a scan finds it again. Rethrows every error. */
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
