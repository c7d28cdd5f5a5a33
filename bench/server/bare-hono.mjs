// What the enqueue of the server is compared with. POST /v1/jobs reads the same body and commits a row of the same table, and nothing
// else: every response waits for its own commit, as with the server. POST /unstored only reads the body and responds.
import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { join } from 'node:path';
import { connectSqlite } from '../../dist/engine/index.js';

const database = connectSqlite(join(process.argv[2], 'casparian.db'));
const insert =
  database.prepare(`INSERT INTO cf_jobs (id, tenant, queue, type, payload, priority, run_at, max_attempts, created_at)
  VALUES (?, 'default', 'bare', ?, ?, 2, ?, 5, ?)`);
// Referenced to the end: a connection that is collected is closed.
process.once('exit', () => database.close());
const app = new Hono();
app.post('/v1/jobs', async (context) => {
  const { type, payload } = await context.req.json();
  const id = randomUUID();
  insert.run(id, type, JSON.stringify(payload), Date.now(), Date.now());
  return context.json({ id, status: 'pending', deduplicated: false }, 201);
});
app.post('/unstored', async (context) => {
  const { type } = await context.req.json();
  return context.json({ id: randomUUID(), type, status: 'pending', deduplicated: false }, 201);
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});
