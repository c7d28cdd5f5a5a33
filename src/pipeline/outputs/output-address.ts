import { join } from 'node:path';
import { isS3Address, joinAddress, parseS3Address, type Storage } from '../../storage/index.js';
import type { PipelineHome } from '../home.js';

/** The absolute path or address of an output. `cf_outputs.path` is relative to the local folder, or an address in a bucket. */
export function outputAddress({ output }: Pick<PipelineHome, 'output'>, path: string): string {
  return isS3Address(path) ? path : join(output, path);
}

/** The path to register for a new output, whose key is relative to where outputs go now. */
export function registeredPath({ target }: PipelineHome, key: string): string {
  return isS3Address(target) ? joinAddress(target, key) : key;
}

/** The storage of an output, and its key there. */
export function outputPlace(home: PipelineHome, path: string): { storage: Storage; key: string } {
  if (!isS3Address(path)) return { storage: home.storages.at(home.output), key: path };
  const { bucket, key } = parseS3Address(path);
  return { storage: home.storages.at(`s3://${bucket}`), key };
}

/** Where outputs may be: the local folder, and the bucket that they go to now. */
export function outputStorages(home: PipelineHome): Storage[] {
  const local = home.storages.at(home.output);
  return isS3Address(home.target) ? [local, home.storages.at(home.target)] : [local];
}
