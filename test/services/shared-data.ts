import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Public test vectors beside the project. They are not part of the repository. */
const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/** For `describe.skipIf(!sharedDataAvailable)`. */
export const sharedDataAvailable = existsSync(folder);

if (!sharedDataAvailable) {
  console.warn('../shared/data is missing: tests with public vectors are skipped');
}

export function sharedData(path: string): string {
  return `${folder}${path}`;
}
