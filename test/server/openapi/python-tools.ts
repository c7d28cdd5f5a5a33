import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A program that `npm run setup -- --services` installs; undefined when it could not be installed. */
export function pythonTool(name: 'schemathesis' | 'openapi-spec-validator'): string | undefined {
  const folder = new URL(`../../../.cache/tools/${name}/`, import.meta.url);
  const program = new URL(`bin/${name}`, folder);
  const isWhole = existsSync(new URL('casparian-stamp', folder)) && existsSync(program);
  if (isWhole) return fileURLToPath(program);
  console.warn(`SKIPPED: ${name} is not installed (npm run setup -- --services installs it; it needs Python 3.11)`);
  return undefined;
}
