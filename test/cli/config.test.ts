import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS } from '../../src/settings/index.js';
import { casparian, casparianJson } from './casparian.js';
import { temporaryFolder } from './store.js';

interface Shown {
  settings: Record<string, { value: unknown; source: string; from: string | null; problem?: string }>;
  parsers: Record<string, Shown['settings']>;
  error?: { code: string };
}

test('shows every setting, its value and where the value came from, without passwords', async () => {
  const [home, cwd] = [await temporaryFolder(), await temporaryFolder()];
  const toml = 'concurrency = 3\n[parsers.invoices]\nquarantine_threshold = 0.2\n';
  await writeFile(join(cwd, 'casparian.toml'), toml);
  const env = { DATABASE_URL: 'postgres://me:secret@db/jobs', BPC_JOBS_LEASE_SECONDS: '20' };
  const { code, json } = await casparianJson<Shown>(['config', 'show', '--home', home], { env, cwd });
  expect(code).toBe(0);
  expect(Object.keys(json.settings)).toEqual(Object.keys(SETTINGS));
  expect(json.settings).toMatchObject({
    home: { value: home, source: 'flag', from: '--home' },
    database_url: { value: 'postgres://me:***@db/jobs', source: 'environment', from: 'DATABASE_URL' },
    lease_seconds: { value: 20, source: 'environment', from: 'BPC_JOBS_LEASE_SECONDS' },
    lease_renew_seconds: { value: 10, source: 'default', from: null },
    concurrency: { value: 3, source: 'file', from: join(cwd, 'casparian.toml') },
    metrics_port: { value: null, source: 'default' },
  });
  const from = `[parsers.invoices] of ${join(cwd, 'casparian.toml')}`;
  expect(json.parsers).toEqual({ invoices: { quarantine_threshold: { value: 0.2, source: 'file', from } } });
});

test('shows what is wrong among what is right, and exits with 2', async () => {
  const env = { CASPARIAN_CONCURRENCY: 'many', CASPARIAN_LEASE_SECOND: '20' };
  const { code, stdout, stderr } = await casparian(['config', 'show', '--home', await temporaryFolder()], { env });
  expect(code).toBe(2);
  expect(stdout).toMatch(/^concurrency +\(invalid\) +CASPARIAN_CONCURRENCY$/m);
  expect(stdout).toMatch(/^lease_seconds +60 +default$/m);
  expect(stderr).toContain(
    'Note: CASPARIAN_LEASE_SECOND is set, but there is no such setting. Did you mean CASPARIAN_LEASE_SECONDS?',
  );
  expect(stderr).toContain("Error [CONFIG_INVALID]: CASPARIAN_CONCURRENCY='many' cannot be used");
});
