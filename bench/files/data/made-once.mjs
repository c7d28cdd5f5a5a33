import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const CACHE = fileURLToPath(new URL('../../.cache/files', import.meta.url));

/** A folder of the cache, filled once and kept. It is renamed into place, so that a partial folder is never measured. */
export function madeOnce(name, log, fill) {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  log(`making ${name} (once)`);
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  fill(draft);
  renameSync(draft, folder);
  return folder;
}
