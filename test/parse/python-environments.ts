import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type PythonEnvironment = 'pandas-3' | 'pandas-2' | 'polars' | 'bare';

/** `npm run test:pythons` sets it to the environments of one interpreter after the other. */
const FOLDER = process.env['CASPARIAN_TEST_PYTHONS'] ?? fileURLToPath(new URL('../../.cache/python', import.meta.url));

/** The interpreter of an environment made by `npm run setup -- --services`; undefined when it could not be made. */
export function pythonWith(environment: PythonEnvironment): string | undefined {
  const interpreter = join(FOLDER, environment, 'bin/python');
  const isWhole = existsSync(join(FOLDER, environment, 'casparian-stamp')) && existsSync(interpreter);
  return isWhole ? interpreter : undefined;
}
