import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** V8 prints an error for a flag that it does not know, and goes on. */
test.each([
  [
    'processes that read files',
    `const { optimiseLater } = await import('./src/platform/optimise-later.ts');
     optimiseLater();`,
  ],
  [
    'idle workers',
    `const { optimiseFromFirstJob, staySmall } = await import('./src/cli/stay-small.ts');
     staySmall();
     optimiseFromFirstJob().claimed([], 0);`,
  ],
])('%s set only flags that this version of Node knows', (_, source) => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', `${source} console.log('set');`],
    { cwd: ROOT, encoding: 'utf8' },
  );
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'set\n', stderr: '' });
});
