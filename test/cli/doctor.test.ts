import { join } from 'node:path';
import { expect, test } from 'vitest';
import { casparianBatch } from './casparian.js';
import { temporaryFolder } from './store.js';

/** Asking Python takes longer than all the rest. */
const NO_TOOLS = { PATH: '/nonexistent' };

test('says what is well, what is not and what to do, and fails when anything has failed', async () => {
  const home = join(await temporaryFolder(), 'home');
  const away = ['--db', 'postgres://nobody@127.0.0.1:1/jobs'];
  const [well, ill, misconfigured] = await casparianBatch([
    { args: ['doctor', '--home', home], env: NO_TOOLS },
    { args: ['doctor', '--home', home, ...away, '--json'], env: NO_TOOLS },
    { args: ['doctor', '--home', home], env: { ...NO_TOOLS, CASPARIAN_LEASE_SECONDS: 'abc' } },
  ]);
  expect(well?.code).toBe(0);
  expect(well?.stdout).toMatch(/^ok +node: Node \d+/);
  expect(ill?.code).toBe(1);
  const results = JSON.parse(ill?.stdout ?? '') as { check: string; status: string; next: string[] }[];
  expect(results.find(({ check }) => check === 'database')).toMatchObject({
    status: 'failed',
    next: [expect.stringContaining('server')] as string[],
  });
  expect(misconfigured?.code).toBe(1);
  expect(misconfigured?.stdout).toMatch(/^failed +settings: CASPARIAN_LEASE_SECONDS='abc'.*\n +→ Correct/);
  expect(misconfigured?.stdout).toMatch(/^ok +database: /m);
});
