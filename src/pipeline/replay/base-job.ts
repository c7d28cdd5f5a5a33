import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import type { PipelineSchema } from '../schema/tables.js';

/** The job whose quarantined rows are read again. */
export interface BaseJob {
  readonly id: string;
  readonly fileId: string;
  /** The number of input rows per output, from the ledger: the job itself may have been pruned. */
  readonly rowsIn: ReadonlyMap<string, number>;
}

/** Refuses a job whose rows are not the current ones of its file. */
export async function replayableBase(database: TenantExecutor, id: string): Promise<BaseJob> {
  const outputs = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_outputs')
    .select(['file_id', 'output', 'row_count as rows', 'superseded_by'])
    .where('tenant', '=', database.tenant)
    .where('job_id', '=', id)
    .execute();
  const [first] = outputs;
  if (first === undefined) throw withoutOutput(id);
  const later = outputs.find(({ superseded_by }) => superseded_by !== null)?.superseded_by;
  if (later != null) throw superseded(id, later);
  const setAside = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .select(['output', sql<number>`count(*)`.as('rows')])
    .where('tenant', '=', database.tenant)
    .where('job_id', '=', id)
    .groupBy('output')
    .execute();
  const rowsIn = new Map<string, number>();
  for (const { output, rows } of [...outputs, ...setAside]) rowsIn.set(output, (rowsIn.get(output) ?? 0) + rows);
  return { id, fileId: first.file_id, rowsIn };
}

/** Row numbers identify the same rows only if the number of rows is unchanged. */
export function requireSameRows(base: BaseJob, rowsIn: number, source: string): void {
  const before = [...base.rowsIn.values()].reduce((sum, rows) => sum + rows, 0);
  if (rowsIn === before) return;
  const count = (rows: number): string => `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;
  throw new CasparianError('REPLAY_IMPOSSIBLE', `'${source}' has ${count(rowsIn)} now, and had ${count(before)}`, {
    why: 'Rows are identified by their number, and the numbers may have changed.',
    next: ['Scan its folder: a changed file is processed again completely.'],
  });
}

function withoutOutput(id: string): CasparianError {
  return new CasparianError('REPLAY_IMPOSSIBLE', `Job ${id} has no output for its rows`, {
    why: 'It failed or wrote nothing. Its invalid rows are only kept as evidence.',
    next: [hint('Correct the cause, then', { action: 'job.retry', arguments: [id] })],
  });
}

function superseded(id: string, later: string): CasparianError {
  return new CasparianError('REPLAY_IMPOSSIBLE', `Later rows replaced those of job ${id}`, {
    why: `Job ${later} has read the whole file again since.`,
    next: [hint('See the rows that it rejected', { action: 'quarantine.list', options: { job: later } })],
  });
}
