import { join } from 'node:path';
import { outputFiles, type OutputRecord } from '../../pipeline/index.js';
import { type TenantExecutor } from '../../database/index.js';

/** A current output with its path. */
export interface PlacedOutput extends OutputRecord {
  readonly place: string;
}

export interface DatasetPlace {
  readonly database: TenantExecutor;
  /** The home's `output` folder. */
  readonly folder: string;
}

export async function placedOutputs(
  { database, folder }: DatasetPlace,
  { parser, output }: { parser: string; output: string },
): Promise<PlacedOutput[]> {
  const files = await outputFiles(database, { parser, output });
  return files.map((file) => ({ ...file, place: join(folder, file.path) }));
}
