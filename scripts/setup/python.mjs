import { join } from 'node:path';
import { root } from './root.mjs';
import { makePythonEnvironment } from './python-environment.mjs';

const folder = join(root, '.cache', 'python');

/**
 * Creates the Python environments of the parser tests: two versions of pandas, polars, and one without packages; and one that
 * reads Delta tables. If this fails, these tests are skipped with a warning.
 */
export async function installPythonEnvironments() {
  const skipped = [];
  for (const name of ['bare', 'pandas-3', 'pandas-2', 'polars', 'delta']) {
    const obstacle = await makePythonEnvironment({ name, folder, python: 'python3' });
    if (obstacle !== undefined) skipped.push({ name, obstacle });
  }
  if (skipped.length === 0) return;
  console.warn(`
  ┌────────────────────────────────────────────────────────────────────────────────┐
  │ Python environments are missing: their tests will be SKIPPED.                   │
  └────────────────────────────────────────────────────────────────────────────────┘
${skipped.map(({ name, obstacle }) => `  why:  ${name}: ${obstacle}`).join('\n')}
  next: install Python 3.11 or newer with its venv module, check that the package index can be reached, and run this again.
`);
}
