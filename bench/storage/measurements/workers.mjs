import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { defineJob, openEngine } from '../../../dist/engine/index.js';
import { queryOnce } from '../../engine/measure/postgres-clients.mjs';
import { cpuOfProcesses, withChildren } from '../../shared/cpu-of-processes.mjs';
import { startPgbouncer } from '../servers/pgbouncer.mjs';

export const title = 'Many workers drain a queue of empty jobs';
export const target = '50 workers are no slower than one. Start and warm-up of the processes are not counted.';

const ENQUEUED_AT_ONCE = 1_000;
const LOOK_EVERY_MS = 50;
/** Jobs of each process before the measurement: V8 compiles the code of a worker while it runs the first thousands. */
const WARM_JOBS = 4_000;

const RAW_SCHEMA = `create table raw_jobs (id uuid primary key, state smallint not null default 0, payload json not null, finished_at timestamptz);
  create index raw_jobs_pending on raw_jobs (id) where state = 0`;

export async function measure({ directory, postgres, options: { workers, jobs }, log }) {
  const cases = [
    { id: 'one', label: 'one worker', workers: 1, open: openQueue },
    { id: 'many', label: `${workers} workers`, workers, open: openQueue },
    { id: 'pooled', label: `${workers} workers behind PgBouncer, polling`, workers, open: openQueue, isPooled: true },
    { id: 'raw_one', label: 'one bare loop of claim and complete', workers: 1, open: openRaw },
    { id: 'raw_many', label: `${workers} bare loops of claim and complete`, workers, open: openRaw },
  ];
  const rows = [];
  for (const one of cases) {
    log(`  ${one.label}`);
    const url = await postgres.createDatabase(`workers_${one.id}`);
    const pooler = one.isPooled ? await startPgbouncer(directory, url) : undefined;
    if (one.isPooled && pooler === undefined) log('  skipped: PgBouncer is not installed');
    else rows.push({ ...one, ...(await drain({ ...one, url, workerUrl: pooler?.url ?? url, jobs, postgres })) });
    await pooler?.stop();
    await postgres.dropDatabase(`workers_${one.id}`);
  }
  const found = new Map(rows.map((row) => [row.id, row]));
  const ratio = (many, one) => (found.get(many).seconds / found.get(one).seconds).toFixed(2);
  return [
    ...rows.map((row) => ({ what: row.label, value: rowText(row, jobs) })),
    { what: 'many workers / one', value: `${ratio('many', 'one')} ×` },
    { what: 'many bare loops / one', value: `${ratio('raw_many', 'raw_one')} ×` },
  ];
}

function rowText({ seconds, workersCpu, serverCpu, idle, most }, jobs) {
  const perJob = (cpu) => `${((cpu / jobs) * 1e6).toFixed(0)} µs`;
  return `${seconds.toFixed(1)} s; CPU for each job: workers ${perJob(workersCpu)}, server ${perJob(serverCpu)}; connections ${idle} idle, ${most} at most`;
}

/** Starts the workers on an empty queue, warms them up, and measures. */
async function drain({ url, workerUrl, workers, open, isPooled = false, jobs, postgres }) {
  const queue = await open(url);
  const children = [];
  try {
    for (let at = 0; at < workers; at += 1) children.push(startWorker(queue.program, workerUrl, isPooled));
    await Promise.all(children.map(({ started }) => started));
    const idle = await connectionsOf(url);
    for (let warmed = 0; warmed < WARM_JOBS * workers; warmed += jobs) await drained(queue, url, jobs);
    const pids = children.map(({ child }) => child.pid);
    const before = [cpuOfProcesses(pids), cpuOfProcesses(withChildren(postgres.pid))];
    const result = await drained(queue, url, jobs);
    const [workersCpu, serverCpu] = [
      cpuOfProcesses(pids) - before[0],
      cpuOfProcesses(withChildren(postgres.pid)) - before[1],
    ];
    return { idle, workersCpu, serverCpu, ...result };
  } finally {
    for (const { child } of children) child.kill('SIGTERM');
    await Promise.all(children.map(({ ended }) => ended));
    await queue.close();
  }
}

/** Adds all jobs at once, and waits from then until the last one has ended. */
async function drained(queue, url, jobs) {
  const begun = await queue.fill(jobs);
  let most = 0;
  while ((await queue.open()) > 0) {
    most = Math.max(most, await connectionsOf(url));
    await sleep(LOOK_EVERY_MS);
  }
  return { seconds: (performance.now() - begun) / 1_000, most };
}

async function openQueue(url) {
  const engine = await openEngine({ database: url, migrate: true, poolSize: 1, listen: false });
  const payloads = Array.from({ length: ENQUEUED_AT_ONCE }, (_, n) => ({ n }));
  const job = defineJob({ type: 'bench', run: async () => undefined });
  return {
    program: 'worker.mjs',
    async fill(jobs) {
      await engine.transaction(async (transaction) => {
        for (let at = 0; at < jobs; at += ENQUEUED_AT_ONCE) await engine.enqueueMany(job, payloads, { transaction });
      });
      return performance.now();
    },
    async open() {
      const [{ open }] = await engine.database.query(
        `SELECT count(*) AS open FROM cf_jobs WHERE status IN ('pending', 'running')`,
      );
      return open;
    },
    close: () => engine.close(),
  };
}

async function openRaw(url) {
  await queryOnce(url, RAW_SCHEMA);
  return {
    program: 'raw-worker.mjs',
    async fill(jobs) {
      await queryOnce(
        url,
        `insert into raw_jobs (id, payload) select gen_random_uuid(), '{"n":1}' from generate_series(1, ${jobs})`,
      );
      return performance.now();
    },
    open: async () =>
      (await queryOnce(url, 'select count(*)::int as open from raw_jobs where state in (0, 1)'))[0].open,
    close: async () => {},
  };
}

function startWorker(program, url, isPooled) {
  const path = fileURLToPath(new URL(`../programs/${program}`, import.meta.url));
  const child = spawn(process.execPath, [path, url, '4', isPooled ? 'no' : 'yes'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, started: once(child.stdout, 'data'), ended: once(child, 'close') };
}

/** With one of this program. */
async function connectionsOf(url) {
  const [{ count }] = await queryOnce(
    url,
    `select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return count;
}
