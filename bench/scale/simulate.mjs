// What many workers and many files cost the database: `node bench/scale/simulate.mjs`. It fills the tables, then plays workers (searches,
// claims and endings through the store, over many connections) and scans (lookups by path) of one PostgreSQL, and prints sizes and rates.
// docs/design/scale.md draws conclusions from the result.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { defineJob, openEngine } from '../../dist/engine/index.js';
import { migrateSchema } from '../../dist/operations/index.js';
import { print } from '../shared/command.mjs';
import { helpIfAsked } from '../shared/help.mjs';
import { machineLine } from '../shared/report-file.mjs';
import { markdownTable, terminalTable } from '../shared/table.mjs';
import { withCases } from '../shared/with-cases.mjs';

helpIfAsked(`Usage: node bench/scale/simulate.mjs [options]

Fills a PostgreSQL with finished files, then measures the load of many workers and of scans on it.

  --files NUMBER     files that are already processed (default 300000)
  --seconds NUMBER   how long each load is measured (default 5)
  --help             this text`);

const { values } = parseArgs({
  options: { files: { type: 'string', default: '300000' }, seconds: { type: 'string', default: '5' } },
});
const files = Number(values.files);
const forMs = Number(values.seconds) * 1_000;
const AT_ONCE = 50_000;
const TABLES = ['cf_jobs', 'cf_files', 'cf_file_parses', 'cf_outputs'];
const WORKERS = [1, 10, 50, 200];
const SCANNED_AT_ONCE = 1_000;

process.exitCode = await withCases(
  [{ id: 'scale', label: 'scale', store: 'pg' }],
  undefined,
  async ({ postgres, directory, machine }) => {
    const url = await postgres.createDatabase('scale');
    await migrateSchema({ url, home: directory });
    const engine = await openEngine({ database: url, poolSize: 220, listen: false });
    try {
      await fill(engine.database);
      const sizes = await sizesOf(engine.database);
      const searches = [];
      for (const workers of WORKERS) searches.push({ workers, perSecond: await rateOf(workers, () => search(engine)) });
      const claims = [];
      for (const workers of WORKERS) claims.push({ workers, perSecond: await drainRate(engine, workers) });
      const scans = await rateOf(4, () => scan(engine.database));
      await report({ sizes, searches, claims, scans, machine });
      return 0;
    } finally {
      await engine.close();
    }
  },
  ['max_connections=300'],
);

/** Files that were found, planned, parsed and written, as one process per file leaves them behind. */
async function fill(database) {
  for (let from = 1; from <= files; from += AT_ONCE) {
    const numbers = `generate_series(${from}, ${Math.min(files, from + AT_ONCE - 1)}) AS n (i)`;
    await database.script(`
      INSERT INTO cf_jobs (id, tenant, queue, type, status, payload, priority, run_at, attempts, max_attempts, fence, result, created_at,
        started_at, finished_at, idempotency_key)
      SELECT ${idOf('i')}::uuid, 'default', 'default', 'parse', 'completed',
        json_build_object('file_id', ${idOf('i')}, 'parser', 'orders', 'path', '/data/incoming/orders-' || i || '.csv'), 2, i, 0, 5, 1,
        '{"rows":1000,"quarantined":0}', i, i, i, 'orders:' || md5(i::text) || md5(i::text) FROM ${numbers};
      INSERT INTO cf_files (tenant, id, path, hash, size_bytes, modified_us, changed_us, tags, discovered_at, scanned_at, planned_revision)
      SELECT 'default', ${idOf('i')}, '/data/incoming/orders-' || i || '.csv', md5(i::text) || md5(i::text), 50000, i, i, '[]', i, i, 1
      FROM ${numbers};
      INSERT INTO cf_file_parses (tenant, file_id, parser, content_hash, version, source_hash, job_id)
      SELECT 'default', ${idOf('i')}, 'orders', md5(i::text) || md5(i::text), '1.0.0', md5('x') || md5('y'), ${idOf('i')} FROM ${numbers};
      INSERT INTO cf_outputs (tenant, id, job_id, file_id, parser, version, source_hash, content_hash, output, path, format, row_count,
        size_bytes, sha256, created_at)
      SELECT 'default', ${idOf('i')}, ${idOf('i')}, ${idOf('i')}, 'orders', '1.0.0', md5('x') || md5('y'), md5(i::text) || md5(i::text),
        'orders', 'orders/' || ${idOf('i')} || '-1.parquet', 'parquet', 1000, 20000, md5(i::text) || md5(i::text), i FROM ${numbers}`);
  }
  await database.script(`VACUUM (ANALYZE) ${TABLES.join(', ')}`);
}

function idOf(number) {
  return `('00000000-' || lpad(to_hex((${number}) / 65536), 4, '0') || '-7000-8000-' || lpad(to_hex(${number}), 12, '0'))`;
}

/** Bytes for each file, with indexes. */
async function sizesOf(database) {
  const rows = [];
  for (const table of TABLES) {
    const [{ rows: heap, indexes }] = await database.query(
      `SELECT pg_table_size('${table}') AS rows, pg_indexes_size('${table}') AS indexes`,
    );
    rows.push({ table, rows: heap / files, indexes: indexes / files });
  }
  return rows;
}

/** What an idle worker asks with each poll. */
function search(engine) {
  return engine.store.findReadyLanes({ types: ['parse', 'task', 'noop'] });
}

/** What a scan asks for a page of files that it knows. */
function scan(database) {
  const first = Math.floor(Math.random() * (files - SCANNED_AT_ONCE));
  const paths = Array.from({ length: SCANNED_AT_ONCE }, (_, n) => `/data/incoming/orders-${first + n}.csv`);
  return database.query(
    'SELECT id, path, hash, size_bytes, modified_us FROM cf_files WHERE tenant = $1 AND path = ANY($2)',
    ['default', paths],
  );
}

/** Calls per second of so many callers at the same time. */
async function rateOf(callers, call) {
  const begun = performance.now();
  let calls = 0;
  const caller = async () => {
    while (performance.now() - begun < forMs) {
      await call();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return calls / ((performance.now() - begun) / 1_000);
}

/** Jobs per second when so many workers claim ten at a time and end them. */
async function drainRate(engine, workers) {
  const job = defineJob({ type: 'noop', run: async () => undefined });
  const payloads = Array.from({ length: 1_000 }, (_, n) => ({ n }));
  for (let at = 0; at < 40; at += 1) await engine.enqueueMany(job, payloads);
  let ended = 0;
  const begun = performance.now();
  const worker = async (_, number) => {
    const owner = `worker-${number}`;
    let lanes = [];
    while (performance.now() - begun < forMs) {
      if (lanes.length === 0) ({ lanes } = await search(engine));
      if (lanes.length === 0) return;
      const jobs = await engine.store.claim(owner, 60_000, [{ ...lanes[0], quota: 10 }]);
      if (jobs.length === 0) lanes = [];
      await engine.store.finish(owner, jobs.map(completed));
      ended += jobs.length;
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  const seconds = (performance.now() - begun) / 1_000;
  await engine.database.script(`DELETE FROM cf_jobs WHERE type = 'noop'`);
  await engine.database.script('VACUUM (ANALYZE) cf_jobs');
  return ended / seconds;
}

/** The ending of a job whose handler returned nothing. */
function completed({ id, fence }) {
  return { id, fence, status: 'completed', delayMs: null, charge: 0, crash: 0, errors: null, result: null };
}

async function report({ sizes, searches, claims, scans, machine }) {
  const tables = [
    [
      'bytes for each file',
      [
        { heading: 'table', cell: ({ table }) => table, isText: true },
        { heading: 'rows', cell: ({ rows }) => rows.toFixed(0) },
        { heading: 'indexes', cell: ({ indexes }) => indexes.toFixed(0) },
      ],
      sizes,
    ],
    [
      'polls of idle workers',
      [
        { heading: 'at the same time', cell: ({ workers }) => String(workers) },
        { heading: 'per second', cell: ({ perSecond }) => perSecond.toFixed(0) },
      ],
      searches,
    ],
    [
      'claims of ten jobs and their endings',
      [
        { heading: 'workers', cell: ({ workers }) => String(workers) },
        { heading: 'jobs per second', cell: ({ perSecond }) => perSecond.toFixed(0) },
      ],
      claims,
    ],
  ];
  const scanned = `Scans look up ${Math.round(scans * SCANNED_AT_ONCE)} known files per second.`;
  for (const [title, columns, rows] of tables) print(`${title}\n${terminalTable(columns, rows)}\n`);
  print(scanned);
  const day = new Date().toISOString().slice(0, 10);
  const parts = tables.flatMap(([title, columns, rows]) => [`## ${title}`, '', markdownTable(columns, rows), '']);
  const text = [
    '# Simulation of scale',
    '',
    `- ${files} files that are already processed`,
    machineLine(machine),
    '',
    ...parts,
    scanned,
    '',
  ];
  await writeFile(new URL(`../results/scale-${day}.md`, import.meta.url), text.join('\n'));
}
