import { queryBuilder, type TenantTransaction } from '../../database/index.js';
import type { FilesTable, PipelineSchema } from '../schema/tables.js';

/** Makes another file with the same content the owner of a job's rows, also of those that were quarantined or skipped. */
export async function handOver(
  tx: TenantTransaction,
  jobId: string,
  { id, path }: Pick<FilesTable, 'id' | 'path'>,
): Promise<void> {
  const builder = queryBuilder<PipelineSchema>(tx);
  await builder
    .updateTable('cf_outputs')
    .set({ file_id: id })
    .where('tenant', '=', tx.tenant)
    .where('job_id', '=', jobId)
    .where('superseded_at', 'is', null)
    .execute();
  await builder
    .updateTable('cf_quarantine')
    .set({ file_id: id, source: path })
    .where('tenant', '=', tx.tenant)
    .where('job_id', '=', jobId)
    .where('status', '=', 'quarantined')
    .execute();
  await builder
    .updateTable('cf_skipped')
    .set({ file_id: id, source: path })
    .where('tenant', '=', tx.tenant)
    .where('job_id', '=', jobId)
    .where('superseded_at', 'is', null)
    .execute();
}
