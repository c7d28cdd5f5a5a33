import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

// The benchmark is not part of the types, so a renamed function would go unnoticed.
test.each([
  ['grant.mjs', ['2', '10']],
  ['upsert.mjs', ['10']],
  ['requests.mjs', ['governed', '5']],
  ['valuations.mjs', ['2']],
])('the benchmark program %s runs', async (name, given) => {
  const program = fileURLToPath(new URL(`../../bench/collect/programs/${name}`, import.meta.url));
  const url = `sqlite:${join(mkdtempSync(join(tmpdir(), 'casparian-test-')), 'jobs.db')}`;
  const args = ['--import', 'tsx', program, url, ...given];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  expect((JSON.parse(stdout) as { seconds: number }).seconds).toBeGreaterThan(0);
});
