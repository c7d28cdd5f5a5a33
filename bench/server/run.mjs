// The server benchmark: `npm run bench:server` (or with --help). It fills a database, starts a server, measures it in
// turns with what it is compared with, prints a table and writes it to bench/results/. It measures CPU time of the server process (from
// /proc, so on Linux only): elapsed times of two processes that wait for each other say little on a busy machine, so the rate is shown beside it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectSqlite } from '../../dist/engine/index.js';
import { helpIfAsked } from '../shared/help.mjs';

helpIfAsked(`Usage: node bench/server/run.mjs [options]

Measures the CPU time of requests to casparian serve, in turns with what it is compared with.

  --jobs NUMBER       jobs in the database (default 1000000)
  --rounds NUMBER     rounds; the table shows medians (default 5)
  --requests NUMBER   requests per measurement (default 2000)
  --quick             two small rounds; its numbers mean little
  --help              this text`);

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '2000' },
    quick: { type: 'boolean', default: false },
  },
});
const jobs = values.quick ? 20_000 : Number(values.jobs);
const rounds = values.quick ? 2 : Number(values.rounds);
const requests = values.quick ? 200 : Number(values.requests);
const MAIN = new URL('../../dist/cli/main.js', import.meta.url).pathname;
const BARE = new URL('./bare-hono.mjs', import.meta.url).pathname;
const PARALLEL = 16;
const STREAMS = 200;
const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });

const home = await mkdtemp(join(tmpdir(), 'casparian-bench-'));
const children = [];
try {
  const key = await run(['keys', 'create', 'bench', '--role', 'Admin', '--json', '--home', home]).then(
    ({ key }) => key,
  );
  const database = connectSqlite(join(home, 'casparian.db'));
  fill(database, jobs);
  const server = await started([MAIN, 'serve', '--port', '0', '--json', '--log-level', 'silent', '--home', home]);
  const bare = await started([BARE, home]);
  const headers = { authorization: `Bearer ${key}` };
  const lists = {};
  for (let at = 0; at < requests; at += 1) await send(server.url, 'GET', '/v1/jobs?limit=50', headers);
  for (const [name, filter] of [
    ['all', ''],
    ['failed', '&status=failed'],
    ['completed', '&status=completed'],
  ]) {
    lists[name] = await compareList(database, server, headers, filter);
  }
  const enqueue = await compareEnqueue(server, bare, headers);
  const streams = await measureStreams(server, headers);
  const lines = report(lists, enqueue, streams);
  console.log(lines.join('\n'));
  const day = new Date().toISOString().slice(0, 10);
  await writeFile(new URL(`../results/server-${day}.md`, import.meta.url), `${lines.join('\n')}\n`);
} finally {
  for (const child of children) child.kill('SIGKILL');
  await rm(home, { recursive: true, force: true });
}

/** Jobs of all states, as years of use leave them behind. */
function fill(database, count) {
  database.exec(`INSERT INTO cf_jobs (id, tenant, queue, type, status, payload, priority, run_at, attempts, max_attempts, fence,
      result, created_at, started_at, finished_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    SELECT printf('%08x-%04x-7000-8000-%012x', i / 65536, i % 65536, i), 'default', 'default', 'noop',
      CASE WHEN i % 100 = 0 THEN 'failed' ELSE 'completed' END, '{"n":' || i || ',"path":"/data/incoming/invoices.csv"}', 2,
      i, 1, 5, 1, '{"rows":' || i || '}', i, i, i FROM n`);
}

/** The bare statement of a page, and the request for it, in turns. */
async function compareList(database, server, headers, filter) {
  const where = filter === '' ? '' : `AND status = '${filter.split('=')[1]}'`;
  const statement = database.prepare(
    `SELECT * FROM cf_jobs WHERE tenant = 'default' ${where} ORDER BY id DESC LIMIT 51`,
  );
  const times = { sql: [], http: [] };
  for (let round = 0; round < rounds; round += 1) {
    const call = () => send(server.url, 'GET', `/v1/jobs?limit=50${filter}`, headers);
    times.sql.push((await measure(ownCpuMs, () => statement.all())).cpuMs);
    times.http.push((await measure(server.cpuMs, call)).cpuMs);
  }
  return { sqlMs: median(times.sql), httpMs: median(times.http) };
}

/** The same body to each, with the same number of connections, in turns. */
async function compareEnqueue(server, bare, headers) {
  const body = JSON.stringify({ type: 'noop', payload: { path: '/data/incoming/invoices.csv', n: 1 } });
  const calls = {
    unstored: [bare.cpuMs, () => send(bare.url, 'POST', '/unstored', {}, body)],
    bare: [bare.cpuMs, () => send(bare.url, 'POST', '/v1/jobs', {}, body)],
    server: [server.cpuMs, () => send(server.url, 'POST', '/v1/jobs', headers, body)],
  };
  const measured = { unstored: [], bare: [], server: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, [cpuMs, call]] of Object.entries(calls))
      measured[name].push(await measure(cpuMs, call, PARALLEL));
  }
  const medians = (samples) => ({
    cpuMs: median(samples.map(({ cpuMs }) => cpuMs)),
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
  });
  return Object.fromEntries(Object.entries(measured).map(([name, samples]) => [name, medians(samples)]));
}

/** The memory of the server without and with open streams of events. */
async function measureStreams(server, headers) {
  const before = server.residentBytes();
  const streams = [];
  for (let at = 0; at < STREAMS; at += 1) {
    const stream = request(`${server.url}/v1/events/stream`, { headers, agent: false });
    stream.end();
    const [response] = await once(stream, 'response');
    await once(response, 'data');
    response.resume();
    streams.push(stream);
  }
  const bytes = server.residentBytes() - before;
  for (const stream of streams) stream.destroy();
  return bytes;
}

/** CPU milliseconds of a process per call, and calls per second. The first calls warm it up: compiling them takes as long as hundreds of later ones. */
async function measure(cpuMs, call, parallel = 1) {
  const each = Math.ceil(requests / parallel);
  const calls = async () => {
    for (let at = 0; at < each; at += 1) await call();
  };
  for (let at = 0; at < Math.min(300, requests); at += 1) await call();
  const [begun, begunAt] = [cpuMs(), performance.now()];
  await Promise.all(Array.from({ length: parallel }, calls));
  const seconds = (performance.now() - begunAt) / 1_000;
  return { cpuMs: (cpuMs() - begun) / (each * parallel), perSecond: (each * parallel) / seconds };
}

function ownCpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** User and system time, in the ticks of Linux: 10 ms. */
function cpuMsOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentBytesOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1_024;
}

function send(url, method, path, headers, body) {
  return new Promise((resolve, reject) => {
    const json =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(`${url}${path}`, { method, agent, headers: { ...headers, ...json } }, (response) => {
      response
        .resume()
        .on('end', () => (response.statusCode < 300 ? resolve() : reject(new Error(`${response.statusCode}`))));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function started(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return {
    url: JSON.parse(line).url,
    cpuMs: () => cpuMsOf(child.pid),
    residentBytes: () => residentBytesOf(child.pid),
  };
}

async function run(args) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (data) => (text += data));
  await once(child, 'close');
  return JSON.parse(text);
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function report(lists, { server, bare, unstored }, streamBytes) {
  const list = ([name, { sqlMs, httpMs }]) =>
    `| ${name} | ${sqlMs.toFixed(3)} ms | ${httpMs.toFixed(3)} ms | ${(httpMs / sqlMs).toFixed(2)} × |`;
  const enqueue = (name, { cpuMs, perSecond }) => `| ${name} | ${cpuMs.toFixed(3)} ms | ${perSecond.toFixed(0)} |`;
  const compared = (name, other) =>
    `| ${name} | ${(other.cpuMs / server.cpuMs).toFixed(2)} × | ${(server.perSecond / other.perSecond).toFixed(2)} × |`;
  return [
    '# Server benchmark',
    '',
    `Node ${process.version}, SQLite, ${jobs.toLocaleString('en-US')} jobs, ${rounds} rounds of ${requests} requests in turns, medians; load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores.`,
    '',
    '| GET /v1/jobs?limit=50 | bare SQL | server | ratio (target 2 ×) |',
    '|---|---|---|---|',
    ...Object.entries(lists).map(list),
    '',
    '| Enqueue, 16 connections | CPU time per request | requests per second |',
    '|---|---|---|',
    enqueue('bare Hono route that reads the body and commits the row', bare),
    enqueue('POST /v1/jobs: key, validation, job, event, commit', server),
    enqueue('bare Hono route that reads the body and stores nothing', unstored),
    compared('rate, compared with the bare route that commits (target 0.5 ×)', bare),
    compared('rate, compared with the bare route that stores nothing', unstored),
    '',
    `${STREAMS} open event streams: ${(streamBytes / 1e6).toFixed(1)} MB more memory of the server (target: less than 50).`,
  ];
}
