import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type PythonEnvironment = 'pandas-3' | 'pandas-2' | 'bare';

/** The interpreter of an environment made by `npm run setup -- --services`; undefined when it could not be made. */
export function pythonWith(environment: PythonEnvironment): string | undefined {
  const folder = new URL(`../../.cache/python/${environment}/`, import.meta.url);
  const interpreter = new URL('bin/python', folder);
  const isWhole = existsSync(new URL('casparian-stamp', folder)) && existsSync(interpreter);
  return isWhole ? fileURLToPath(interpreter) : undefined;
}
