import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PipelineHome } from '../home.js';
import { removeOutputs } from './move-outputs.js';
import { type OutputName, outputPath, tenantPrefix } from './output-path.js';

/**
 * Removes files that earlier attempts at a job moved but did not commit. They cannot be visible: a job whose commit
 * succeeded is never claimed again.
 */
export async function removeEarlierAttempts(
  home: PipelineHome,
  { tenant, parser, jobId, fence, format }: Omit<OutputName, 'output'>,
): Promise<void> {
  if (fence <= 1) return;
  const outputs = await readdir(join(home.output, tenantPrefix(tenant), parser)).catch(() => []);
  const fences = Array.from({ length: fence - 1 }, (_, index) => index + 1);
  const paths = outputs.flatMap((output) =>
    fences.map((earlier) => ({ path: outputPath({ tenant, parser, output, jobId, fence: earlier, format }) })),
  );
  await removeOutputs(home, paths);
}
