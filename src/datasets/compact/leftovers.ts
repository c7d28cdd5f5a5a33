import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../database/index.js';
import type { PipelineHome } from '../../pipeline/home.js';
import { MERGED_PREFIX, pathsInUse } from '../../pipeline/outputs/merge-outputs.js';
import { removeOutputs } from '../../pipeline/outputs/move-outputs.js';

/** Another compaction may be about to register what it has just written. */
const YOUNG_MS = 3_600_000;

/** Removes merged files of a dataset that nobody lists: whoever wrote them did not live to register them. */
export async function removeLeftovers(
  { database, home }: { database: Database; home: PipelineHome },
  { parser, output }: { parser: string; output: string },
  now = Date.now(),
): Promise<void> {
  const names = await readdir(join(home.output, parser, output)).catch(() => []);
  const merged = names.filter((name) => name.startsWith(MERGED_PREFIX)).map((name) => `${parser}/${output}/${name}`);
  const listed = await pathsInUse(database, merged);
  for (const path of merged.filter((one) => !listed.has(one))) {
    const found = await stat(join(home.output, path)).catch(() => undefined);
    if (found !== undefined && now - found.ctimeMs > YOUNG_MS) await removeOutputs(home, [{ path }]);
  }
}
