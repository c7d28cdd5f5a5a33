import type { Cell } from '../../contract/index.js';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { matches, type QuarantineFilter } from '../quarantine/filter.js';
import type { PipelineSchema } from '../schema/tables.js';
import { rawCells, recordCells } from './raw-cells.js';

/** Enough to find the form of values. The rows are counted one by one later. */
const SAMPLED_ROWS = 1_000;

/** The cells of a column in some rows of a group. */
export async function sampleCells(
  database: TenantExecutor,
  filter: QuarantineFilter & { readonly column: string },
): Promise<Cell[]> {
  const cells = (await sampleRaw(database, filter)).map((raw) => rawCells(raw)?.get(filter.column) ?? null);
  return cells.filter((cell) => cell !== null);
}

/** Some rows that were rejected as a whole, with all columns of their file. */
export async function sampleRows(
  database: TenantExecutor,
  filter: QuarantineFilter,
): Promise<ReadonlyMap<string, Cell>[]> {
  return (await sampleRaw(database, filter)).flatMap((raw) => recordCells(raw) ?? []);
}

/** Half from the oldest jobs, half from the newest, because forms change over time. */
async function sampleRaw(database: TenantExecutor, filter: QuarantineFilter): Promise<string[]> {
  const sample = new Map<string, string>();
  for (const direction of ['asc', 'desc'] as const) {
    const rows = await queryBuilder<PipelineSchema>(database)
      .selectFrom('cf_quarantine')
      .select(['id', 'raw_data'])
      .where(matches(database, filter))
      .orderBy('job_id', direction)
      .limit(SAMPLED_ROWS / 2)
      .execute();
    for (const { id, raw_data } of rows) sample.set(id, raw_data);
  }
  return [...sample.values()];
}
