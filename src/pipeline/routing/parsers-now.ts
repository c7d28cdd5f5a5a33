import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { VERSION } from '../../platform/index.js';
import { BUILTIN, builtinParser, NO_CONTRACT, type RoutedParser } from '../builtin/builtin-parser.js';
import { contractHashes } from '../builtin/contracts.js';
import { parserNamed } from '../registry/find-parsers.js';
import type { PipelineSchema } from '../schema/tables.js';

/** What would read the files of a parser now: its current version, or the current contract of each dataset. */
export async function parsersNow(
  database: TenantExecutor,
  name: string,
): Promise<{ version: string; sourceHash: string; targets: readonly RoutedParser[] }> {
  if (name === BUILTIN) return { version: VERSION, sourceHash: NO_CONTRACT, targets: await builtinTargets(database) };
  const parser = await parserNamed(database, name);
  return { version: parser.version, sourceHash: parser.sourceHash, targets: [parser] };
}

async function builtinTargets(database: TenantExecutor): Promise<RoutedParser[]> {
  const hashes = await contractHashes(database);
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_file_parses')
    .select('dataset')
    .distinct()
    .where('tenant', '=', database.tenant)
    .where('parser', '=', BUILTIN)
    .where('dataset', 'is not', null)
    .orderBy('dataset')
    .execute();
  return rows.map(({ dataset }) => builtinParser(dataset ?? '', hashes.get(dataset ?? '') ?? NO_CONTRACT));
}
