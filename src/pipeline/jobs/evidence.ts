import type { JobContext } from '../../engine/index.js';
import type { ParserRun } from '../../parse/index.js';
import type { CasparianError } from '../../platform/index.js';
import { recordQuarantine } from '../quarantine/record.js';
import { tenantTransaction } from '../../database/index.js';
import type { ParsePayload } from './parse-job.js';
import { phaseOf, withPhase } from './phase.js';

/** More bad rows of a failed job than anyone will read. */
const EVIDENCE_ROWS = 1_000;

/**
 * Keeps some rejected rows of a failed job, so that users can look at them. They belong to no output and cannot be
 * replayed.
 */
export async function keepEvidence(context: JobContext, payload: ParsePayload, run: ParserRun): Promise<void> {
  if (run.quarantines.length === 0) return;
  const owner = { jobId: context.job.id, fileId: payload.file_id, parser: payload.parser, source: payload.path };
  await context.transaction(async (scope) => {
    const tx = tenantTransaction(scope, context.job.tenant);
    for (const { output, path } of run.quarantines) {
      await recordQuarantine(tx, { ...owner, output }, path, 'evidence', EVIDENCE_ROWS);
    }
  });
}

/** Adds how many rows were read and quarantined before the file failed, so that sums over files include them. */
export function withRowCounts(
  error: CasparianError,
  { rowsIn, rowsQuarantined, quarantines }: ParserRun,
): CasparianError {
  if (quarantines.length === 0) return error;
  const facts = { ...error.facts, rows_in: rowsIn, rows_quarantined: rowsQuarantined };
  return withPhase(error, phaseOf(error), { facts });
}
