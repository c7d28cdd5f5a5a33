import type { Cell } from '../../contract/index.js';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { matches, type QuarantineFilter } from '../quarantine/filter.js';
import type { PipelineSchema } from '../schema/tables.js';
import { rawCells } from './raw-cells.js';

/** Enough to find the form of values. The rows are counted one by one later. */
const SAMPLED_ROWS = 1_000;

/** The cells of a column in some rows of a group: half from the oldest jobs, half from the newest, because forms change over time. */
export async function sampleCells(
  database: TenantExecutor,
  filter: QuarantineFilter & { readonly column: string },
): Promise<Cell[]> {
  const sample = new Map<string, Cell>();
  for (const direction of ['asc', 'desc'] as const) {
    const rows = await queryBuilder<PipelineSchema>(database)
      .selectFrom('cf_quarantine')
      .select(['id', 'raw_data'])
      .where(matches(database, filter))
      .orderBy('job_id', direction)
      .limit(SAMPLED_ROWS / 2)
      .execute();
    for (const { id, raw_data } of rows) {
      const cell = rawCells(raw_data)?.get(filter.column);
      if (cell !== undefined && cell !== null) sample.set(id, cell);
    }
  }
  return [...sample.values()];
}
