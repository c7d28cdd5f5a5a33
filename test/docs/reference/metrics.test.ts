import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createMetrics } from '../../../src/app/metrics/registry.js';

test('metrics.md lists exactly the metrics a worker serves', async () => {
  const database = {
    dialect: 'sqlite',
    query: () => Promise.reject(new Error('away')),
    script: () => Promise.resolve(),
  } as const;
  const scraped = await createMetrics('w1', database).scrape();
  const served = [...scraped.matchAll(/^# TYPE (casparian_\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`);
  const page = await readFile(new URL('../../../docs/reference/metrics.md', import.meta.url), 'utf8');
  const rows = page.matchAll(/^\| `(casparian_\w+)` \| [^|]+ \| (\w+) \|/gm);
  const listed = [...rows].map(([, name, type]) => `${name} ${type}`);
  expect(listed.sort()).toEqual(served.sort());
});
