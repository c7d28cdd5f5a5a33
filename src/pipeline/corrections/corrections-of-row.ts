import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { type CorrectionJson, correctionJson } from './correction.js';

/** All corrections of a quarantined row, the newest last. */
export async function correctionsOfRow(database: TenantExecutor, rowId: string): Promise<CorrectionJson[]> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_corrections')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('row_id', '=', rowId)
    .orderBy('corrected_at')
    .orderBy('id')
    .execute();
  return rows.map(correctionJson);
}
