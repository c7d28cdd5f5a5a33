import { MERGED_PREFIX, pathsInUse, type PipelineHome, registeredPath, tenantPrefix } from '../../pipeline/index.js';
import { type TenantDatabase } from '../../database/index.js';

/** Another compaction may be about to register a file that it has just written. */
const YOUNG_MS = 3_600_000;

/** Removes merged files of a dataset that no entry names: their compaction died before it registered them. */
export async function removeLeftovers(
  { database, home }: { database: TenantDatabase; home: PipelineHome },
  { parser, output }: { parser: string; output: string },
  now = Date.now(),
): Promise<void> {
  const storage = home.storages.at(home.target);
  const prefix = `${tenantPrefix(database.tenant)}${parser}/${output}/${MERGED_PREFIX}`;
  for await (const page of storage.list(prefix)) {
    const old = page.filter(({ modifiedMs }) => now - modifiedMs > YOUNG_MS);
    const listed = await pathsInUse(
      database,
      old.map(({ key }) => registeredPath(home, key)),
    );
    await storage.remove(old.map(({ key }) => key).filter((key) => !listed.has(registeredPath(home, key))));
  }
}
