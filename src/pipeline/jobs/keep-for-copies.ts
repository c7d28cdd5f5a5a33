import { queryBuilder, type TenantTransaction, textsIn } from '../../database/index.js';
import type { OutputOrigin } from '../outputs/register-outputs.js';
import { handOver } from '../outputs/hand-over.js';
import type { PipelineSchema } from '../schema/tables.js';

/**
 * Copies of a file share its rows. When the file changes, its earlier rows are still those of the copies: one of them becomes their
 * owner. Returns the jobs whose rows were kept; the copies are read themselves when they are planned next.
 */
export async function keepForCopies(
  tx: TenantTransaction,
  { fileId, jobId }: Pick<OutputOrigin, 'fileId' | 'jobId'>,
  parsers: readonly string[],
): Promise<string[]> {
  const builder = queryBuilder<PipelineSchema>(tx);
  const earlier = await builder
    .selectFrom('cf_outputs')
    .select('job_id')
    .distinct()
    .where('tenant', '=', tx.tenant)
    .where('file_id', '=', fileId)
    .where('parser', 'in', parsers)
    .where('superseded_at', 'is', null)
    .where('job_id', '<>', jobId)
    .execute();
  if (earlier.length === 0) return [];
  const ids = earlier.map(({ job_id }) => job_id);
  const copies = await builder
    .selectFrom('cf_file_parses as parse')
    .innerJoin('cf_files as file', (join) =>
      join
        .onRef('file.tenant', '=', 'parse.tenant')
        .onRef('file.id', '=', 'parse.file_id')
        .onRef('file.hash', '=', 'parse.content_hash'),
    )
    .select(['parse.job_id', 'file.id', 'file.path'])
    .where('parse.tenant', '=', tx.tenant)
    .where('parse.job_id', 'in', textsIn(tx.dialect, ids))
    .where('parse.file_id', '<>', fileId)
    .where('file.missing_at', 'is', null)
    .orderBy('file.path')
    .execute();
  const heirs = new Map(copies.toReversed().map((copy) => [copy.job_id, copy]));
  for (const [job, heir] of heirs) await handOver(tx, job, heir);
  return [...heirs.keys()];
}
