import { outputAddress, outputFiles, type OutputRecord, type PipelineHome } from '../../pipeline/index.js';
import { createStorages, type Storages } from '../../storage/index.js';
import { type TenantExecutor } from '../../database/index.js';

/** A current output with its path or address. */
export interface PlacedOutput extends OutputRecord {
  readonly place: string;
}

/** The home that has the outputs; or only its `output` folder, without access to buckets. */
export type OutputsFolder = PipelineHome | string;

export interface DatasetPlace {
  readonly database: TenantExecutor;
  readonly folder: OutputsFolder;
}

export async function placedOutputs(
  { database, folder }: DatasetPlace,
  { parser, output }: { parser: string; output: string },
): Promise<PlacedOutput[]> {
  const files = await outputFiles(database, { parser, output });
  return files.map((file) => ({ ...file, place: outputAddress({ output: localFolder(folder) }, file.path) }));
}

export function localFolder(folder: OutputsFolder): string {
  return typeof folder === 'string' ? folder : folder.output;
}

export function storagesOf(folder: OutputsFolder | undefined): Storages {
  return typeof folder === 'object' ? folder.storages : createStorages();
}
