import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createClient } from '../../src/client/index.js';
import { start } from './casparian.js';

test(
  'demo --serve fills every part of the dashboard with data, and ends with Ctrl-C',
  { timeout: 300_000 },
  async () => {
    const demo = start(['demo', '--serve', '--port', '0', '--json'], { endWithinMs: 300_000 });
    const ready = JSON.parse(await demo.line('stdout', /token_url/, 240_000)) as {
      url: string;
      token_url: string;
      folder: string;
    };
    try {
      const session = await fetch(ready.token_url, { redirect: 'manual' });
      const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
      const client = createClient({ url: ready.url, headers: { cookie } });
      const counts = await client.get('/v1/job-counts');
      for (const status of [
        'completed',
        'completed_with_warnings',
        'failed',
        'dead_letter',
        'cancelled',
        'running',
        'pending',
      ] as const)
        expect(counts[status].count, status).toBeGreaterThan(0);
      const { items: datasets } = await client.get('/v1/datasets');
      expect(datasets.map(({ name }) => name)).toEqual(['meter_readings', 'orders', 'shipments']);
      expect((await client.get('/v1/quarantine-groups')).items.length).toBeGreaterThan(2);
      expect((await client.get('/v1/passports')).items).toHaveLength(3);
      const { items: sources } = await client.get('/v1/source-health');
      expect(Object.fromEntries(sources.map(({ name, state }) => [name, state]))).toEqual({
        'auction-house': 'closed',
        'coin-market': 'closed',
        'old-archive': 'open',
      });
      const [intake] = (await client.get('/v1/intakes')).items;
      expect(await client.get('/v1/intakes/{id}/valuation', { params: { id: intake?.id ?? '' } })).toMatchObject({
        currency: 'USD',
      });
    } finally {
      demo.process.kill('SIGINT');
    }
    expect(await demo.ended).toMatchObject({ code: 0, stderr: '' });
    await rm(ready.folder, { recursive: true });
  },
);
