import { readFile } from 'node:fs/promises';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { databaseMetrics } from '../../../src/app/metrics/database-metrics.js';
import { installationMetrics } from '../../../src/app/metrics/installation-metrics.js';
import { passportMetrics } from '../../../src/app/metrics/passport-metrics.js';
import { processMetrics } from '../../../src/app/metrics/process-metrics.js';
import { requestMetrics } from '../../../src/app/metrics/request-metrics.js';
import { rowMetrics } from '../../../src/app/metrics/row-metrics.js';
import { sourceMetrics } from '../../../src/app/metrics/source-metrics.js';
import { webhookMetrics } from '../../../src/app/metrics/webhook-metrics.js';
import { workerMetrics } from '../../../src/app/metrics/worker-metrics.js';

const away = {
  dialect: 'sqlite',
  query: () => Promise.reject(new Error('away')),
  script: () => Promise.resolve(),
} as const;

test('metrics.md lists exactly the metrics of a process, with their labels and types', async () => {
  const registry = new Registry();
  databaseMetrics(registry, away);
  installationMetrics(registry, away);
  processMetrics(registry, away);
  rowMetrics(registry);
  requestMetrics(registry);
  workerMetrics(registry, 'w1');
  webhookMetrics(registry);
  passportMetrics(registry);
  sourceMetrics(registry);
  const served = (await registry.getMetricsAsJSON()).map(({ name, type }) => {
    const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: string[] };
    return `${name} (${labelNames.join()}) ${type}`;
  });
  const page = await readFile(new URL('../../../docs/reference/metrics.md', import.meta.url), 'utf8');
  const rows = page.matchAll(/^\| `((?:casparian|bpc)_\w+)` \| ([^|]+) \| (\w+) \|/gm);
  const listed = [...rows].map(
    ([, name, labels, type]) => `${name} (${[...labels!.matchAll(/`(\w+)`/g)].map(([, one]) => one).join()}) ${type}`,
  );
  expect(listed.sort()).toEqual(served.sort());
});
