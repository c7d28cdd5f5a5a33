import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = (name: string): string => fileURLToPath(new URL(`../../bench/events/${name}`, import.meta.url));

// The benchmark runs the build and is not part of the types, so a renamed export would go unnoticed.
test.each([
  ['programs/append.mjs', (database: string) => ['append', '200', '100', database]],
  ['programs/append.mjs', (database: string) => ['insert', '200', '1', database]],
  ['programs/verify.mjs', (database: string, folder: string) => ['file', '200', database, join(folder, 'export')]],
  ['programs/verify.mjs', (database: string, folder: string) => ['database', '200', database, join(folder, 'none')]],
  ['deliveries/deliver.mjs', (database: string, folder: string) => ['20', '8', database, folder]],
] as const)('the benchmark program %s runs', async (name, argumentsFor) => {
  const folder = mkdtempSync(join(tmpdir(), 'casparian-test-'));
  const args = argumentsFor(`sqlite:${join(folder, 'jobs.db')}`, folder);
  const { stdout } = await promisify(execFile)(process.execPath, [program(name), ...args], { timeout: 60_000 });
  expect((JSON.parse(stdout) as { seconds: number }).seconds).toBeGreaterThan(0);
});
