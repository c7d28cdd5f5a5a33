// node --import tsx requests.mjs DATABASE bare|governed [REQUESTS]: prints the median seconds of a request to a server that responds after 20 ms.
// The source has no rate limit, and its query cache is off, so that each governed read sends one request. As in a job,
// both load the source first and read the prices of the page at the end.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { addIntake, addSource, openCollectRuntime } from '../../../src/collect/index.ts';
import { extractionOf } from '../../../src/collect/extract/extraction-of-source.ts';
import { extractBody } from '../../../src/collect/jobs/extract-fetch.ts';
import { knownNow } from '../../../src/collect/govern/governed-call.ts';
import { loadSource } from '../../../src/collect/sources/find-sources.ts';
import { readSource } from '../../../src/collect/jobs/read-source.ts';
import { median } from '../../shared/statistics.mjs';
import { openCollectDatabase } from './collect-database.mjs';

const [url, how, requests = 150] = process.argv.slice(2);
const RESPONSE_MS = 20;
/** A worker runs for long: what counts is compiled code. */
const WARM_UP_REQUESTS = 150;
const RESULTS = Array.from({ length: 20 }, (_, id) => ({
  id,
  title: '1921 D Morgan dollar',
  price: 42.5,
  currency: 'USD',
}));

const server = createServer((request, response) => {
  if (request.url === '/robots.txt') return response.writeHead(404).end();
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify({ results: RESULTS }));
  }, RESPONSE_MS);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${server.address().port}`;

const { engine, tenant } = await openCollectDatabase(url);
const runtime = openCollectRuntime({
  ...{ database: engine.database, allowPrivate: true, contact: undefined, timeoutMs: 10_000, maxBodyBytes: 8_388_608 },
  ...{ env: {}, debounceMs: 0, rows: { close: () => Promise.resolve() } },
});
const read = await sourceAndItem();
const send = how === 'bare' ? bareRequest : governedRequest;
const times = [];
for (let count = 0; count < WARM_UP_REQUESTS + Number(requests); count++) {
  const begun = performance.now();
  await send();
  if (count >= WARM_UP_REQUESTS) times.push((performance.now() - begun) / 1_000);
}
await runtime.close();
await engine.close();
server.closeAllConnections();
server.close();
process.stdout.write(JSON.stringify({ seconds: median(times) }));

async function governedRequest() {
  const { source, breaker, now } = await loadSource(tenant, read.source.id);
  return readSource({ ...read, source, known: knownNow({ ...breaker, now }) });
}

async function bareRequest() {
  const { source } = await loadSource(tenant, read.source.id);
  const page = await runtime.pages.fetchPage({ url: `${origin}/s?q=Morgan`, deadlineMs: 10_000 });
  const contentType = page.headers['content-type'];
  return extractBody(read, extractionOf(source), { ...page, contentType, page: 1 });
}

/** What a job hands to the reading of a source. */
async function sourceAndItem() {
  const fields = { external_id: 'id', title: 'title', price: 'price', currency: 'currency' };
  const given = { kind: 'json', url: `${origin}/s?q={title}`, extract: { items: 'results', fields } };
  const unlimited = { ratePerMinute: null, cacheTtlSeconds: 0, negativeTtlSeconds: 0 };
  const { source } = await addSource(tenant, 'coins', { ...given, ...unlimited }, { allowPrivate: true });
  const item = { ref: null, title: 'Morgan', year: 1921, mintMark: null, denomination: null, series: null };
  const intake = await addIntake(tenant, { ...item, attributes: {} });
  const context = { signal: new AbortController().signal, log: { info: () => undefined, warn: () => undefined } };
  return { runtime, database: tenant, source, intake, context };
}
