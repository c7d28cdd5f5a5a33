import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { sourceMetrics } from '../../../src/app/metrics/source-metrics.js';
import { openCollecting } from '../../collect/staging/collecting.js';
import { openSite, sendPrices } from '../../collect/staging/site.js';
import { useCollectStage } from '../../collect/staging/stage.js';

const stage = useCollectStage('SQLite');

test('requests to a source, waits for its limit and cache results are counted by outcome', async () => {
  const registry = new Registry();
  sourceMetrics(registry);
  const site = await openSite((_, response) => {
    response.setHeader('etag', '"one"');
    sendPrices(response, [{ id: '1' }], 'max-age=0');
  });
  const source = { maxStaleSeconds: 3_600, ratePerMinute: 60_000, burst: 1 };
  const collecting = await openCollecting(stage, site, { intakes: 1, source });
  await collecting.run();
  site.respond = (_, response) => response.writeHead(500).end();
  await collecting.run();
  const lines = (await registry.metrics()).split('\n');
  const value = (series: string): number => Number(lines.find((line) => line.startsWith(`${series} `))?.split(' ')[1]);
  const labels = 'tenant_id="acme",source="coins"';
  // The first is robots.txt.
  expect(value(`casparian_source_requests_total{${labels},outcome="ok"}`)).toBe(2);
  expect(value(`casparian_source_requests_total{${labels},outcome="server"}`)).toBe(1);
  expect(value(`casparian_source_throttle_wait_seconds_count{${labels}}`)).toBe(3);
  expect(value('casparian_cache_requests_total{layer="http",result="miss"}')).toBe(1);
  expect(value('casparian_cache_requests_total{layer="http",result="stale"}')).toBe(1);
  expect(value('casparian_cache_requests_total{layer="response",result="miss"}')).toBe(2);
});
