import { queryBuilder, type TenantTransaction } from '../../database/index.js';
import type { PipelineSchema, QuarantineStatus } from '../schema/tables.js';
import { insertLines, type QuarantineOwner } from './insert-lines.js';

/**
 * Inserts a staged quarantine file into the ledger. Returns how many rows. Rows that an earlier attempt of the same job
 * recorded for this output are replaced. With a `limit`, only the first rows are inserted: evidence of a failed run
 * need not be complete.
 */
export async function recordQuarantine(
  tx: TenantTransaction,
  owner: QuarantineOwner,
  quarantineFile: string,
  status: Extract<QuarantineStatus, 'quarantined' | 'evidence'>,
  limit?: number,
): Promise<number> {
  await queryBuilder<PipelineSchema>(tx)
    .deleteFrom('cf_quarantine')
    .where('tenant', '=', tx.tenant)
    .where('job_id', '=', owner.jobId)
    .where('output', '=', owner.output)
    .execute();
  return insertLines(tx, owner, quarantineFile, limit === undefined ? { status } : { status, limit });
}
