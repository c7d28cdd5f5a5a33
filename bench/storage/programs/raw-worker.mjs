// The floor for `worker.mjs`: claims and completes rows without an engine, `node raw-worker.mjs URL`. Prints a line when it has started.
import pg from 'pg';

const BATCH = 500;
const PAUSE_MS = 50;
const CLAIM = {
  name: 'claim',
  text: `update raw_jobs set state = 1 where id = any(array(
    select id from raw_jobs where state = 0 order by id limit ${BATCH} for update skip locked)) returning id, payload`,
};
const COMPLETE = {
  name: 'complete',
  text: 'update raw_jobs set state = 2, finished_at = now() where id = any($1::uuid[])',
};

const client = new pg.Client({ connectionString: process.argv[2] });
await client.connect();
process.stdout.write('started\n');
let isStopped = false;
process.on('SIGTERM', () => (isStopped = true));
while (!isStopped) {
  const { rows } = await client.query(CLAIM);
  if (rows.length > 0) await client.query({ ...COMPLETE, values: [rows.map(({ id }) => id)] });
  else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
await client.end();
