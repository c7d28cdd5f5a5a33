import type { Client } from '../../../client/index.js';
import { errorMessage } from '../../../platform/index.js';
import type { DemoFiles } from './make-files.js';
import { SALES_EXTRACTION } from './price-site.js';

/** One part of the data, filled through the API as a user of the dashboard or a script would do it. */
export interface FillStep {
  readonly title: string;
  readonly fill: (client: Client) => Promise<void>;
}

export interface FillRequest {
  readonly files: readonly DemoFiles[];
  /** The folder of invoices that the parser of the demo cannot read. */
  readonly brokenInvoices: string;
  readonly siteOrigin: string;
  readonly signal: AbortSignal;
}

const YEARS = [1878, 1879, 1880, 1881, 1884, 1887, 1889, 1893, 1896, 1899, 1904, 1921] as const;
/** Longer than people look at a demo. */
const HOURS_MS = 4 * 3_600_000;

export function fillSteps(request: FillRequest): FillStep[] {
  return [
    { title: 'Read 174 files without a parser', fill: (client) => readFirstFiles(client, request) },
    { title: 'Freeze their contracts, and read files that differ', fill: (client) => readLaterFiles(client, request) },
    { title: 'Run programs as tasks, on three queues', fill: (client) => runTasks(client) },
    { title: 'Add schedules, webhooks and a key', fill: (client) => addAutomation(client, request) },
    { title: 'Collect prices from three sources, and value 12 coins', fill: (client) => collect(client, request) },
  ];
}

async function readFirstFiles(client: Client, { files, signal }: FillRequest): Promise<void> {
  for (const { dataset, first } of files)
    await client.post('/v1/scans', { body: { folders: [first], auto: true, dataset } });
  await whenIdle(client, signal);
}

/** A frozen contract does not learn from files, so the rows that differ are quarantined. */
async function readLaterFiles(client: Client, { files, brokenInvoices, signal }: FillRequest): Promise<void> {
  for (const { dataset, later } of files) {
    await client.post('/v1/datasets/{name}/contract/freeze', { params: { name: dataset } });
    await client.post('/v1/scans', { body: { folders: [later], auto: true, dataset } });
  }
  await client.post('/v1/scans', { body: { folders: [brokenInvoices], tags: ['invoices'] } });
  await whenIdle(client, signal);
  await client.post('/v1/quarantine/suggestions', { body: {} });
}

async function runTasks(client: Client): Promise<void> {
  const node = (script: string, more: Record<string, unknown> = {}): Promise<unknown> =>
    client.post('/v1/tasks', { body: { command: [process.execPath, '-e', script], ...more } });
  const reports = { queue: 'reports', retry: { max_attempts: 1 } };
  for (let index = 0; index < 18; index++)
    await node(`console.log('report ${index} written'); setTimeout(() => {}, ${20 + index * 5})`, reports);
  for (let index = 0; index < 5; index++)
    await node(`console.error('disk quota exceeded: /exports/${index}.xlsx'); process.exit(1)`, reports);
  // 75 asks for another attempt, and there is none.
  for (let index = 0; index < 2; index++)
    await node(`console.error('no licence is free for seat ${index}'); process.exit(75)`, reports);
  for (let index = 0; index < 3; index++)
    await node(`setTimeout(() => {}, ${HOURS_MS + index})`, { queue: 'simulation' });
  await client.post('/v1/queues/{name}/pause', { params: { name: 'nightly' } });
  for (let index = 0; index < 7; index++) await node(`console.log('archive ${index}')`, { queue: 'nightly' });
  const { items } = await client.get('/v1/jobs', { query: { queue: 'nightly', limit: 2 } });
  for (const { id } of items) await client.post('/v1/jobs/{id}/cancel', { params: { id } });
}

async function addAutomation(client: Client, { siteOrigin }: FillRequest): Promise<void> {
  const schedule = (name: string, cron: string): Promise<unknown> =>
    client.put('/v1/schedules/{name}', { params: { name }, body: { cron, timezone: 'Europe/Berlin', type: 'noop' } });
  await schedule('nightly-archive', '15 2 * * *');
  await schedule('weekday-report', '0 7 * * 1-5');
  await schedule('month-end', '0 6 1 * *');
  await client.post('/v1/webhook-endpoints', {
    body: { url: `${siteOrigin}/hook`, events: ['source.*', 'quarantine.*', 'passport.*'], description: 'Chat room' },
  });
  await client.post('/v1/keys', { body: { name: 'screen-on-the-wall', role: 'Reader' } });
}

async function collect(client: Client, { siteOrigin, signal }: FillRequest): Promise<void> {
  for (const [name, path, rate] of [
    ['coin-market', 'market', 600],
    ['auction-house', 'auctions', 600],
    ['old-archive', 'archive', 600],
  ] as const) {
    await client.post('/v1/sources', {
      body: {
        ...{ name, kind: 'json', url: `${siteOrigin}/${path}?title={title}&year={year}`, extract: SALES_EXTRACTION },
        ...{ rate_per_minute: rate, burst: 20, cache_ttl_seconds: 3_600 },
      },
    });
  }
  for (const year of YEARS) await client.post('/v1/intakes', { body: { title: 'Morgan dollar', year } });
  await client.post('/v1/collections', {});
  await whenIdle(client, signal);
}

/** Waits until no job is due. Jobs that wait for a source, a retry or a paused queue do not count. */
async function whenIdle(client: Client, signal: AbortSignal): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    signal.throwIfAborted();
    const { items } = await client.get('/v1/jobs', { query: { status: ['running'], limit: 50 } });
    const due = await client.get('/v1/jobs', { query: { status: ['pending'], limit: 50 } });
    const isDue = due.items.some(
      ({ queue, run_at: runAt }) => queue !== 'nightly' && Date.parse(String(runAt)) <= Date.now(),
    );
    quiet = items.every(({ queue }) => queue === 'simulation') && !isDue ? quiet + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

/** What a step that failed says; the others are still worth looking at. */
export function failureText(title: string, error: unknown): string {
  return `${title}: ${errorMessage(error)}`;
}
