import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { BUILTIN } from '../builtin/builtin-parser.js';
import type { PipelineSchema } from '../schema/tables.js';

/** A file of a dataset, and the job that read it. */
export interface DatasetFile {
  readonly jobId: string;
  readonly path: string;
  /** The number of rows that the job read from it. */
  readonly rows: number;
}

const FILES_PER_PAGE = 500;

/** The files whose rows are in a dataset of the built-in readers, in pages by job. Copies share a job and are read once. */
export async function* filesOfDataset(database: TenantExecutor, dataset: string): AsyncGenerator<DatasetFile> {
  let after = '';
  for (;;) {
    const page: DatasetFile[] = await filesAfter(database, dataset, after);
    yield* page;
    if (page.length < FILES_PER_PAGE) return;
    after = page.at(-1)?.jobId ?? '';
  }
}

async function filesAfter(database: TenantExecutor, dataset: string, after: string): Promise<DatasetFile[]> {
  const builder = queryBuilder<PipelineSchema>(database);
  const found = await builder
    .selectFrom('cf_file_parses as parse')
    .innerJoin('cf_outputs as output', (join) =>
      join.onRef('output.tenant', '=', 'parse.tenant').onRef('output.job_id', '=', 'parse.job_id'),
    )
    .innerJoin('cf_files as file', (join) =>
      join.onRef('file.tenant', '=', 'output.tenant').onRef('file.id', '=', 'output.file_id'),
    )
    .select(['parse.job_id as jobId', 'file.path', sql<number>`max(output.row_count)`.as('valid')])
    .select((eb) =>
      eb
        .selectFrom('cf_quarantine as bad')
        .select(sql<number>`count(*)`.as('rows'))
        .whereRef('bad.tenant', '=', 'parse.tenant')
        .whereRef('bad.job_id', '=', 'parse.job_id')
        .as('bad'),
    )
    .where('parse.tenant', '=', database.tenant)
    .where('parse.parser', '=', BUILTIN)
    .where('parse.dataset', '=', dataset)
    .where('parse.job_id', '>', after)
    .where('output.superseded_at', 'is', null)
    .groupBy(['parse.tenant', 'parse.job_id', 'file.path'])
    .orderBy('parse.job_id')
    .limit(FILES_PER_PAGE)
    .execute();
  return found.map(({ jobId, path, valid, bad }) => ({ jobId, path, rows: Number(valid) + Number(bad ?? 0) }));
}
