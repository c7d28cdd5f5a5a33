import { isS3Address } from '../../storage/index.js';
import type { PipelineHome } from '../home.js';
import { type OutputName, outputPath, tenantPrefix } from './output-path.js';

/**
 * Removes files that earlier attempts at a job moved but did not commit, and ends their uploads. They cannot be visible: a job whose
 * commit succeeded is never claimed again.
 */
export async function removeEarlierAttempts(
  home: PipelineHome,
  { tenant, parser, jobId, fence, format }: Omit<OutputName, 'output'>,
): Promise<void> {
  if (fence <= 1) return;
  const storage = home.storages.at(home.target);
  const folder = `${tenantPrefix(tenant)}${parser}/`;
  const fences = Array.from({ length: fence - 1 }, (_, index) => index + 1);
  try {
    for (const output of await storage.folders(folder)) {
      const keys = fences.map((earlier) => outputPath({ tenant, parser, output, jobId, fence: earlier, format }));
      await storage.remove(keys);
    }
    if (isS3Address(home.target)) await endUploads(home, folder, jobId);
  } catch {
    // `outputs prune` removes what is left.
  }
}

/** Uploads of this job only: others of the same parser are under way. */
async function endUploads({ storages, target }: PipelineHome, folder: string, jobId: string): Promise<void> {
  const storage = storages.at(target);
  for (const output of await storage.folders(folder)) {
    await storage.abortUploads(`${folder}${output}/${jobId}-`, { olderThanMs: 0 });
  }
}
