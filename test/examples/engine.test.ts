import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../services/fresh-database.js';

const example = fileURLToPath(new URL('../../examples/engine.ts', import.meta.url));

/** Runs the example as its first lines say, and answers what it prints. */
async function runExample(args: string[], env: Record<string, string> = {}): Promise<string> {
  const run = promisify(execFile);
  const { DATABASE_URL: _, ...inherited } = process.env;
  const options = { env: { ...inherited, ...env }, timeout: 25_000 };
  const { stdout } = await run(process.execPath, ['--import', 'tsx', example, ...args], options);
  return stdout;
}

function expectStory(stdout: string): void {
  expect(stdout).toContain('the same key again answers with that job');
  expect(stdout).toMatch(/charge-order\s+completed\s+\{"charged":4200\}/);
  expect(stdout).toMatch(/send-receipt\s+completed\s+\{"sent":true\}/);
  expect(stdout).toContain('order 2: failed');
}

test('the example of the guide runs on SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'casparian-example-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  expectStory(await runExample([join(folder, 'example.db')]));
});

test('the same example runs on PostgreSQL, told by an environment variable', async () => {
  expectStory(await runExample([], { DATABASE_URL: await freshDatabase() }));
});
