import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test('tests run with the mutant, although their modules were compiled before', async () => {
  const args = ['--import', 'tsx', 'scripts/mutants/run.ts', '--area', 'contract/rest', '--file', 'quarantined-rows'];
  // Not those of the vitest around this test.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const { stdout } = await promisify(execFile)(process.execPath, [...args, '--sample', '6', '--json'], {
    cwd: ROOT,
    env,
  });
  const { areas } = JSON.parse(stdout) as { areas: { noticed: number; survived: number }[] };
  expect(areas[0]!.noticed).toBeGreaterThan(areas[0]!.survived);
}, 120_000);
