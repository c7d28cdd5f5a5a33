import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MERGED_PREFIX, pathsInUse, type PipelineHome, removeOutputs, tenantPrefix } from '../../pipeline/index.js';
import { type TenantDatabase } from '../../database/index.js';

/** Another compaction may be about to register a file that it has just written. */
const YOUNG_MS = 3_600_000;

/** Removes merged files of a dataset that no entry names: their compaction died before it registered them. */
export async function removeLeftovers(
  { database, home }: { database: TenantDatabase; home: PipelineHome },
  { parser, output }: { parser: string; output: string },
  now = Date.now(),
): Promise<void> {
  const folder = `${tenantPrefix(database.tenant)}${parser}/${output}`;
  const names = await readdir(join(home.output, folder)).catch(() => []);
  const merged = names.filter((name) => name.startsWith(MERGED_PREFIX)).map((name) => `${folder}/${name}`);
  const listed = await pathsInUse(database, merged);
  for (const path of merged.filter((one) => !listed.has(one))) {
    const found = await stat(join(home.output, path)).catch(() => undefined);
    if (found !== undefined && now - found.ctimeMs > YOUNG_MS) await removeOutputs(home, [{ path }]);
  }
}
