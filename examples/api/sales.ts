// The HTTP API with the TypeScript client: uploads a file, waits until it is read, and queries it. Needs a server with a worker, and
//   CASPARIAN_URL=http://127.0.0.1:8080 CASPARIAN_KEY=bpc_… node --import tsx sales.ts
import { CasparianApiError, createClient } from 'casparian/client';

const { CASPARIAN_URL: url = 'http://127.0.0.1:8080', CASPARIAN_KEY: key = '' } = process.env;
const client = createClient({ url, key });

const uploaded = await client.post('/v1/files', {
  query: { name: 'sales.csv', dataset: 'sales' },
  body: 'city,sales\nOslo,12\nBergen,30\n',
});
console.log('jobs created:', uploaded.jobs_created);

// Instead of asking again and again: a message arrives when jobs have changed.
for await (const { event } of client.events()) {
  if (event === 'ready') console.log('stream:', event);
  const { items } = await client.get('/v1/jobs', { query: { type: 'parse', limit: 1 } });
  if (items[0]?.status === 'completed') break;
}

const { items } = await client.post('/v1/query', { body: { sql: 'SELECT sum(sales) AS total FROM sales' } });
console.log('total:', items[0]?.['total']);

// Each change has an Idempotency-Key, so that it is executed once although it may be sent again. With a key of your own, this
// also works for calls of different processes.
const idempotencyKey = `sales-${crypto.randomUUID()}`;
const first = await client.post('/v1/jobs', { body: { type: 'noop' }, idempotencyKey });
const again = await client.post('/v1/jobs', { body: { type: 'noop' }, idempotencyKey });
if (first.id === again.id) console.log('same job: yes');

const ids = async (jobs: AsyncIterable<{ id: string }>): Promise<string[]> => {
  const found: string[] = [];
  for await (const job of jobs) found.push(job.id);
  return found;
};
const byPages = await ids(client.items('/v1/jobs', { query: { limit: 1 } }));
const byLines = await ids(client.lines('/v1/jobs'));
if (byPages.join() === byLines.join()) console.log('pages and lines: the same');

try {
  await client.get('/v1/datasets/{name}', { params: { name: 'missing' } });
} catch (error) {
  if (error instanceof CasparianApiError) console.log('error:', error.code);
}
