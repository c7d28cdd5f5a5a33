import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The `uv` that `npm run setup -- --services` installs; undefined when it could not be installed. */
export function uvForTests(): string | undefined {
  const folder = new URL('../../.cache/tools/uv/', import.meta.url);
  const program = new URL('bin/uv', folder);
  const isWhole = existsSync(new URL('casparian-stamp', folder)) && existsSync(program);
  return isWhole ? fileURLToPath(program) : undefined;
}
