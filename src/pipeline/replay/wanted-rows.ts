import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';

/** The numbers of rows, by output. */
export type RowNumbers = ReadonlyMap<string, ReadonlySet<number>>;

/** The rows of a job that are still quarantined, or one of them. Only their numbers, so that a million fit into memory. */
export async function wantedRows(
  database: TenantExecutor,
  jobId: string,
  only: { readonly output?: string; readonly row_number?: number },
): Promise<RowNumbers> {
  const found = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .select(['output', 'row_number'])
    .where('tenant', '=', database.tenant)
    .where('job_id', '=', jobId)
    .where('status', '=', 'quarantined')
    .$if(only.output !== undefined, (query) => query.where('output', '=', only.output ?? ''))
    .$if(only.row_number !== undefined, (query) => query.where('row_number', '=', only.row_number ?? 0))
    .orderBy('output')
    .orderBy('row_number')
    .execute();
  const wanted = new Map<string, Set<number>>();
  for (const { output, row_number } of found) {
    const numbers = wanted.get(output) ?? new Set();
    wanted.set(output, numbers.add(row_number));
  }
  return wanted;
}

export function countRows(numbers: RowNumbers): number {
  return [...numbers.values()].reduce((sum, { size }) => sum + size, 0);
}
