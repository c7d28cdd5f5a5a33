import { expect, test } from 'vitest';
import { tenantDatabase } from '../../src/database/index.js';
import { createWorker, type Engine } from '../../src/engine/index.js';
import { bulkJobs } from '../../src/operations/bulk/bulk-job.js';
import { bulkJson } from '../../src/operations/bulk/bulk-json.js';
import { bulkProgress } from '../../src/operations/bulk/bulk-progress.js';
import { type BulkRequest, startBulk } from '../../src/operations/index.js';
import { freshStore, type StoreKind, STORES, temporaryFolder } from '../cli/store.js';
import { jobIs } from '../engine/staging/workers.js';
import { TENANT } from '../operations/bulk/staging.js';
import { waitUntil } from '../services/wait-until.js';

const MILLION = 1_000_000;
/** A statement must end before the client gives up. */
const PIECE = 50_000;
const MEGABYTE = 1_048_576;
/** A batch is short; a transaction over all would take much longer. */
const MAX_WAIT_MS = 5_000;

const REQUESTS: readonly BulkRequest[] = [
  { target: 'jobs', action: 'retry', filter: { statuses: ['failed'] } },
  { target: 'jobs', action: 'cancel', filter: { statuses: ['pending'], type: 'nothing' } },
  { target: 'quarantine', action: 'discard', filter: { error_type: 'invalid_date' }, reason: 'a test' },
];

test.each(STORES)(
  'a million jobs and rows are changed with bounded memory, while others write, on %s',
  async (kind) => {
    const { engine } = await freshStore(kind);
    for (let from = 1; from <= MILLION; from += PIECE) await insert(engine, kind, from);
    const scope = { engine, tenant: TENANT, database: tenantDatabase(engine.database, TENANT, 'ann') };
    const worker = createWorker(engine, { jobs: bulkJobs(engine, await temporaryFolder()), pollEveryMs: 50 });
    await worker.start();
    try {
      for (const request of REQUESTS) {
        const before = process.memoryUsage().rss;
        const started = process.cpuUsage();
        const job = await startBulk(scope, request, { expected: MILLION });
        let longest = 0;
        await waitUntil(
          async () => {
            const asked = performance.now();
            await engine.pauseQueue('elsewhere');
            longest = Math.max(longest, performance.now() - asked);
            return (await engine.job(job)).finishedAt !== null;
          },
          { for: 'the operation', timeoutMs: 580_000, intervalMs: 100 },
        );
        await jobIs(engine, job, ({ status }) => status === 'completed');
        const { user, system } = process.cpuUsage(started);
        const grown = (process.memoryUsage().rss - before) / MEGABYTE;
        console.log(
          `${kind} ${request.action}: ${((user + system) / 1e6).toFixed(1)} s CPU, ${grown.toFixed(0)} MB, longest write ${longest.toFixed(0)} ms`,
        );
        expect(bulkJson(await bulkProgress(scope, job))).toMatchObject({ changed: MILLION, skipped: 0 });
        expect(grown).toBeLessThan(200);
        expect(longest).toBeLessThan(MAX_WAIT_MS);
      }
    } finally {
      await worker.stop({ graceMs: 0 });
    }
  },
  1_200_000,
);

/** Adds a piece of the jobs and rows, in the order of their ids. */
async function insert({ database }: Engine, kind: StoreKind, from: number): Promise<void> {
  const numbers = `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + PIECE - 1})`;
  const padded = kind === 'sqlite' ? `printf('%012x', i)` : `lpad(to_hex(i), 12, '0')`;
  const id =
    kind === 'sqlite' ? `'018c0000-0000-7000-8000-' || ${padded}` : `('018c0000-0000-7000-8000-' || ${padded})::uuid`;
  await database.query(`${numbers} INSERT INTO cf_jobs (id, tenant, queue, type, status, payload, priority, run_at, max_attempts,
    created_at, finished_at) SELECT ${id}, '${TENANT}', 'default', 'nothing', 'failed', '{}', 2, 1, 1, 1, 1 FROM n`);
  await database.query(`${numbers} INSERT INTO cf_quarantine (id, tenant, job_id, file_id, parser, output, source, row_number,
    column_name, error_type, error_message, errors, raw_data, status, created_at)
    SELECT 'row-' || ${padded}, '${TENANT}', 'job-' || (i / 1000), 'f', 'sales', 'sales', '/s', i, 'x', 'invalid_date', 'm', '[]', '{}',
    'quarantined', 1 FROM n`);
}
