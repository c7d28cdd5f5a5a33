import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { BUILTIN } from './builtin-parser.js';

/** The paths of all files that belong to a dataset, including those that failed because of its contract. */
export async function filesOfDataset(database: TenantExecutor, dataset: string): Promise<string[]> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_file_parses as parse')
    .innerJoin('cf_files as file', (join) =>
      join.onRef('file.tenant', '=', 'parse.tenant').onRef('file.id', '=', 'parse.file_id'),
    )
    .select('file.path')
    .where('parse.tenant', '=', database.tenant)
    .where('parse.parser', '=', BUILTIN)
    .where('parse.dataset', '=', dataset)
    .where('file.missing_at', 'is', null)
    .orderBy('file.path')
    .execute();
  return rows.map(({ path }) => path);
}
