// The engine's own short demonstration: a SQLite database in a temporary folder, nothing else.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorker, explainJob, openEngine } from '../dist/engine/index.js';
import { fetchPage, importRow, report } from './demo/jobs.mjs';

const folder = mkdtempSync(join(tmpdir(), 'casparian-demo-'));
const database = `sqlite:${join(folder, 'demo.db')}`;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(130));

const engine = await openEngine({ database });
const step = (title) => console.log(`\n${title}`);
const say = (line) => console.log(`  ${line}`);

console.log('Casparian Flow: durable jobs on an embedded database. Everything happens in a temporary folder.');

step('1. Accepted means committed: 5,000 jobs in five calls, each call one transaction.');
const payloads = Array.from({ length: 1_000 }, (_, row) => ({ row }));
const enqueueBegun = performance.now();
for (let call = 0; call < 5; call++) await engine.enqueueMany(importRow, payloads);
say(`accepted in ${Math.round(performance.now() - enqueueBegun)} ms, every one synced to the disk`);

step('2. A worker in this process runs them: batches are claimed, endings share a commit.');
const worker = createWorker(engine, { jobs: [importRow, fetchPage, report] });
const drainBegun = performance.now();
await worker.start();
await finished();
const seconds = (performance.now() - drainBegun) / 1000;
say(`5,000 completed in ${seconds.toFixed(2)} s (${Math.round(5_000 / seconds).toLocaleString('en')} jobs/s)`);

step('3. The same idempotency key twice is one job.');
const once1 = await engine.enqueue(report, { day: '2026-11-15' }, { idempotencyKey: 'report-2026-11-15' });
const once2 = await engine.enqueue(report, { day: '2026-11-15' }, { idempotencyKey: 'report-2026-11-15' });
say(`first: ${once1.id}, deduplicated ${once1.deduplicated}`);
say(`again: ${once2.id}, deduplicated ${once2.deduplicated}`);

step('4. A job that fails twice is retried with growing pauses; its errors stay with it.');
const flaky = await engine.enqueue(fetchPage, { url: 'https://prices.example/today', failures: 2 });
await finished();
const fetched = await engine.job(flaky.id);
for (const error of fetched.errors) say(`attempt ${error.attempt}: ${error.message} (${error.code})`);
say(`then: ${fetched.status} with ${JSON.stringify(fetched.result)}`);
await worker.stop();

step('5. kill -9: another process takes a job and is killed in the middle of it.');
const victim = await engine.enqueue(report, { day: '2026-11-14', slow: true });
const child = spawn(process.execPath, [fileURLToPath(new URL('./demo/victim.mjs', import.meta.url)), database], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
await once(child.stdout, 'data');
child.kill('SIGKILL');
await once(child, 'exit');
say((await explainJob(engine.database, victim.id)).reasons[0].message);
const rescuer = createWorker(engine, { jobs: [report], id: 'rescuer' });
await rescuer.start();
await finished();
const rescued = await engine.job(victim.id);
say(`after its lease ran out: ${rescued.status} by another worker; crashes ${rescued.crashes}, fence ${rescued.fence}`);
await rescuer.stop();

step('6. Nothing is lost: the ledger adds up.');
const jobs = await engine.jobs({ limit: 10_000 });
const byStatus = new Map();
for (const job of jobs) byStatus.set(job.status, (byStatus.get(job.status) ?? 0) + 1);
say(`${jobs.length} accepted = ${[...byStatus].map(([status, count]) => `${count} ${status}`).join(' + ')}`);
await engine.close();

console.log('\nNext: README.md, docs/guides/engine.md, or `npx casparian --help`.');

/** Resolves when no job waits or runs. */
async function finished() {
  while ((await engine.jobs({ statuses: ['pending', 'running'], limit: 1 })).length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
