import { join } from 'node:path';
import { expect, test } from 'vitest';
import { casparianBatch } from './casparian.js';
import { temporaryFolder } from './store.js';

test('says what is well, what is not and what to do, and fails when anything has failed', async () => {
  const home = join(await temporaryFolder(), 'home');
  const away = ['--db', 'postgres://nobody@127.0.0.1:1/jobs'];
  const [well, ill, misconfigured] = await casparianBatch([
    ['doctor', '--home', home],
    ['doctor', '--home', home, ...away, '--json'],
    { args: ['doctor', '--home', home], env: { CASPARIAN_LEASE_SECONDS: 'abc' } },
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
