// How fast many workers drain one queue: `npm run bench:workers`. One worker, many workers, and many workers behind a pooler, each with a
// new database of one PostgreSQL. Prints a table and writes it to bench/results/.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defineJob, openEngine } from '../../dist/engine/index.js';
import { queryOnce } from '../engine/measure/postgres-clients.mjs';
import { print } from '../shared/command.mjs';
import { helpIfAsked } from '../shared/help.mjs';
import { machineLine } from '../shared/report-file.mjs';
import { markdownTable, terminalTable } from '../shared/table.mjs';
import { withCases } from '../shared/with-cases.mjs';
import { startPgbouncer } from './pgbouncer.mjs';

helpIfAsked(`Usage: node bench/workers/run.mjs [options]

Measures how long worker processes take for many empty jobs on PostgreSQL, and how many connections they open.

  --workers NUMBER   how many processes the larger cases have (default 50)
  --jobs NUMBER      jobs for each case (default 100000)
  --help             this text`);

const { values } = parseArgs({
  options: { workers: { type: 'string', default: '50' }, jobs: { type: 'string', default: '100000' } },
});
const many = Number(values.workers);
const jobs = Number(values.jobs);
const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));
const ENQUEUED_AT_ONCE = 1_000;
const LOOK_EVERY_MS = 50;
/** A drain by many may take this share longer: the noise of a machine on which they all share the cores with the server. */
const TOLERANCE = 1.1;

const cases = [
  { id: 'one', label: 'one worker', workers: 1, connections: 4, listens: true, store: 'pg' },
  { id: 'many', label: `${many} workers`, workers: many, connections: 4, listens: true, store: 'pg' },
  {
    ...{ id: 'pooled', label: `${many} workers behind PgBouncer, polling`, workers: many, connections: 4 },
    ...{ listens: false, pooled: true, store: 'pg' },
  },
];

process.exitCode = await withCases(
  cases,
  undefined,
  async ({ possible, postgres, directory, machine }) => {
    const rows = [];
    for (const one of possible) {
      const url = await postgres.createDatabase(`workers_${one.id}`);
      const pooler = one.pooled ? await startPgbouncer(directory, url) : undefined;
      if (one.pooled && pooler === undefined) print(`${one.label}: skipped, because PgBouncer is not installed`);
      else rows.push({ ...one, ...(await drain(url, pooler?.url ?? url, one)) });
      await pooler?.stop();
    }
    const columns = [
      { heading: 'empty jobs', cell: ({ label }) => label, isText: true },
      { heading: 'seconds', cell: ({ seconds }) => seconds.toFixed(1) },
      { heading: 'jobs per second', cell: ({ seconds }) => (jobs / seconds).toFixed(0) },
      { heading: 'connections, idle', cell: ({ idle }) => String(idle) },
      { heading: 'most connections', cell: ({ most }) => String(most) },
    ];
    print(terminalTable(columns, rows));
    const [single] = rows;
    const isMet = rows.every(({ seconds }) => seconds <= single.seconds * TOLERANCE);
    const verdict = `${many} workers drain no slower than one (up to ${TOLERANCE} × for noise): ${isMet ? 'met' : 'MISSED'}`;
    print(verdict);
    const day = new Date().toISOString().slice(0, 10);
    const report = [
      '# Many workers',
      '',
      `- ${jobs} empty jobs; ${verdict}`,
      machineLine(machine),
      '',
      markdownTable(columns, rows),
    ];
    await writeFile(new URL(`../results/workers-${day}.md`, import.meta.url), `${report.join('\n')}\n`);
    return isMet ? 0 : 1;
  },
  ['max_connections=600'],
);

/** Starts the workers on an empty queue. */
async function drain(url, workerUrl, { workers, connections, listens }) {
  const engine = await openEngine({ database: url, migrate: true, poolSize: 1, listen: false });
  const children = [];
  try {
    for (let at = 0; at < workers; at += 1) children.push(startWorker(workerUrl, connections, listens));
    await Promise.all(children.map(({ started }) => started));
    await sleep(2_000);
    const idle = await connectionsOf(url);
    // Each process compiles its code while it runs the first jobs.
    await drained(engine, url);
    return { idle, ...(await drained(engine, url)) };
  } finally {
    for (const { child } of children) child.kill('SIGTERM');
    await Promise.all(children.map(({ ended }) => ended));
    await engine.close();
  }
}

/** Adds all jobs at once and waits until the last one has ended. */
async function drained(engine, url) {
  const payloads = Array.from({ length: ENQUEUED_AT_ONCE }, (_, n) => ({ n }));
  const job = defineJob({ type: 'bench', run: async () => undefined });
  const begun = performance.now();
  await engine.transaction(async (transaction) => {
    for (let at = 0; at < jobs; at += ENQUEUED_AT_ONCE) await engine.enqueueMany(job, payloads, { transaction });
  });
  let most = 0;
  while ((await openJobs(engine)) > 0) {
    most = Math.max(most, await connectionsOf(url));
    await sleep(LOOK_EVERY_MS);
  }
  return { seconds: (performance.now() - begun) / 1_000, most };
}

function startWorker(url, connections, listens) {
  const args = [WORKER, url, String(connections), listens ? 'yes' : 'no'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, started: once(child.stdout, 'data'), ended: once(child, 'close') };
}

async function openJobs(engine) {
  const [{ open }] = await engine.database.query(
    `SELECT count(*) AS open FROM cf_jobs WHERE status IN ('pending', 'running')`,
  );
  return open;
}

/** With one of this program. */
async function connectionsOf(url) {
  const [{ count }] = await queryOnce(
    url,
    `select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return count;
}
