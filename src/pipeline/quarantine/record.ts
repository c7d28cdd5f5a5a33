import { queryBuilder } from '../../database/index.js';
import type { PipelineSchema, QuarantineStatus } from '../schema/tables.js';
import { insertLines, type QuarantineOwner } from './insert-lines.js';
import type { TenantTransaction } from '../tenant.js';

/**
 * Takes a staged quarantine file into the ledger, and answers how many rows that were. What an earlier attempt of the same
 * job recorded for this output is replaced. With a `limit`, only the first rows are taken: evidence of a run that failed
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
