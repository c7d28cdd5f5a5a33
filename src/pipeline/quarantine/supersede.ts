import { sql } from 'kysely';
import { queryBuilder, type TenantTransaction } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';

/**
 * Newer rows of the file replaced all earlier ones, including the quarantined ones, so those can no longer be replayed.
 * Evidence from an earlier attempt of this job is deleted, because the job succeeded.
 */
export async function supersedeQuarantine(
  tx: TenantTransaction,
  fileId: string,
  parser: string,
  byJob: string,
): Promise<void> {
  const builder = queryBuilder<PipelineSchema>(tx);
  await builder
    .deleteFrom('cf_quarantine')
    .where('tenant', '=', tx.tenant)
    .where('job_id', '=', byJob)
    .where('status', '=', 'evidence')
    .execute();
  await builder
    .updateTable('cf_quarantine')
    .set({ status: 'superseded', resolved_at: sql<number>`cf_now()`, resolved_by: byJob })
    .where('tenant', '=', tx.tenant)
    .where('file_id', '=', fileId)
    .where('parser', '=', parser)
    .where('status', '=', 'quarantined')
    .where('job_id', '<>', byJob)
    .execute();
}
