import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { type CorrectionJson, correctionJson } from './correction.js';

/** The corrected rows that a job put into a dataset, by row number; only those with these numbers if some are given. */
export async function correctionsUsedBy(
  database: TenantExecutor,
  jobId: string,
  { rowNumbers, limit }: { readonly rowNumbers?: readonly number[] | undefined; readonly limit: number },
): Promise<CorrectionJson[]> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_corrections')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('used_by', '=', jobId)
    .$if(rowNumbers !== undefined, (query) => query.where('row_number', 'in', rowNumbers ?? []))
    .orderBy('row_number')
    .limit(limit)
    .execute();
  return rows.map(correctionJson);
}
