// The concurrency test, the dead worker and the SQL checks of the worker audit, on real processes.
import { expect, onTestFinished, test } from 'vitest';
import { tenantDatabase } from '../../../src/database/index.js';
import { addIntake, addSource, planCollections } from '../../../src/collect/index.js';
import { start } from '../../cli/casparian.js';
import { freshStore, COMMAND_STORES } from '../../cli/store.js';
import { waitUntil } from '../../services/wait-until.js';
import { openSite, sendPrices, SITE_EXTRACTION } from '../staging/site.js';

const JOBS = 20;
const LEASE = { CASPARIAN_LEASE_SECONDS: '2', CASPARIAN_LEASE_RENEW_SECONDS: '0.5' };

test.each(COMMAND_STORES)(
  '20 jobs on 2 workers, one killed: every job once, no duplicate price point, on %s',
  async (kind) => {
    const { engine, flags } = await freshStore(kind);
    const acme = tenantDatabase(engine.database, 'acme', 'tester');
    // Requests are held until the one worker is dead.
    const held: (() => void)[] = [];
    let isHolding = true;
    const site = await openSite((request, response) => {
      const year = new URL(request.url ?? '', 'http://x').searchParams.get('y') ?? '';
      const send = (): void => sendPrices(response, [{ id: `${year}-1` }, { id: `${year}-2` }]);
      if (isHolding) held.push(send);
      else send();
    });
    const source = {
      kind: 'json',
      url: `${site.origin}/s?y={year}`,
      extract: SITE_EXTRACTION,
      maxConcurrency: 10,
    } as const;
    await addSource(acme, 'coins', { ...source, ratePerMinute: null }, { allowPrivate: true });
    for (let index = 0; index < JOBS; index++) {
      const fields = { ref: null, title: 'Morgan dollar', year: 1_900 + index, mintMark: null, denomination: null };
      await addIntake(acme, { ...fields, series: null, attributes: {} });
    }
    expect(await planCollections(acme)).toEqual({ planned: JOBS, unfinished: 0 });

    const env = { CASPARIAN_ALLOW_PRIVATE_ADDRESSES: '1', ...LEASE };
    const workers = ['worker-1', 'worker-2'].map((id) => {
      const worker = start(['worker', ...flags, '--worker-id', id, '--concurrency', '3', '--json'], { env });
      onTestFinished(() => void worker.process.kill('SIGKILL'));
      return worker;
    });
    // Both have jobs, and renew their heartbeats.
    await waitUntil(async () => (await ownersOfRunningJobs()).length === 2, { for: 'both workers to run jobs' });
    await waitUntil(() => held.length >= 2, { for: 'requests' });
    workers[0]!.process.kill('SIGKILL');
    await workers[0]!.ended;
    const orphans = await engine.database.query<{ id: string }>(
      `SELECT id FROM cf_jobs WHERE status = 'running' AND lease_owner = 'worker-1'`,
    );
    expect(orphans.length).toBeGreaterThan(0);
    isHolding = false;
    for (const send of held) send();

    await waitUntil(async () => (await jobsByStatus())['completed'] === JOBS, { for: 'all jobs' });
    // Stuck jobs were reclaimed by the worker that lives.
    const reclaimed = await engine.database.query<{ crashes: number }>(
      `SELECT crashes FROM cf_jobs WHERE id IN (${orphans.map(({ id }) => `'${id}'`).join(', ')})`,
    );
    // It held several: none of them can be blamed.
    expect(reclaimed.every(({ crashes }) => crashes === 0)).toBe(true);
    // Each job was processed exactly once: its points were counted once.
    expect(await jobsByStatus()).toEqual({ completed: JOBS });
    const points = await engine.database.query<{ points: number; most: number }>(
      'SELECT count(*) AS points, max(seen_count) AS most FROM cf_price_points',
    );
    expect(points).toEqual([{ points: 2 * JOBS, most: 1 }]);
    const duplicates = await engine.database.query(
      `SELECT intake_id, source_id, dedupe_key, count(*) AS count FROM cf_price_points
     GROUP BY intake_id, source_id, dedupe_key HAVING count(*) > 1`,
    );
    expect(duplicates).toEqual([]);

    async function jobsByStatus(): Promise<Record<string, number>> {
      const rows = await engine.database.query<{ status: string; count: number }>(
        `SELECT status, count(*) AS count FROM cf_jobs WHERE type = 'collect' GROUP BY status`,
      );
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    }

    function ownersOfRunningJobs(): Promise<unknown[]> {
      return engine.database.query(
        `SELECT DISTINCT lease_owner FROM cf_jobs WHERE type = 'collect' AND status = 'running' AND heartbeat_at IS NOT NULL`,
      );
    }
  },
);

test.each(COMMAND_STORES)(
  'a job that runs longer than its lease sends heartbeats and stays with its worker, on %s',
  async (kind) => {
    const { engine, flags } = await freshStore(kind);
    const acme = tenantDatabase(engine.database, 'acme', 'tester');
    const held: (() => void)[] = [];
    const site = await openSite((_, response) => void held.push(() => sendPrices(response)));
    const source = { kind: 'json', url: `${site.origin}/s`, extract: SITE_EXTRACTION, ratePerMinute: null } as const;
    await addSource(acme, 'coins', source, { allowPrivate: true });
    const fields = { ref: null, title: 'Morgan dollar', year: 1_921, mintMark: null, denomination: null, series: null };
    await addIntake(acme, { ...fields, attributes: {} });
    await planCollections(acme);
    const env = {
      CASPARIAN_ALLOW_PRIVATE_ADDRESSES: '1',
      CASPARIAN_LEASE_SECONDS: '0.6',
      CASPARIAN_LEASE_RENEW_SECONDS: '0.2',
    };
    const worker = start(['worker', ...flags, '--json'], { env });
    onTestFinished(() => void worker.process.kill('SIGKILL'));
    await waitUntil(() => held.length === 1, { for: 'the request' });
    const heartbeat = async (): Promise<number> => {
      const [row] = await engine.database.query<{ heartbeat_at: number; started_at: number }>(
        `SELECT heartbeat_at, started_at FROM cf_jobs WHERE type = 'collect'`,
      );
      return row!.heartbeat_at - row!.started_at;
    };
    await waitUntil(async () => (await heartbeat()) > 1_500, { for: 'heartbeats' });
    held[0]!();
    await waitUntil(
      async () =>
        (await engine.jobs({ tenant: 'acme' })).some((job) => job.type === 'collect' && job.status === 'completed'),
      {
        for: 'the job',
      },
    );
    expect(held).toHaveLength(1);
    expect(await engine.database.query(`SELECT crashes, attempts FROM cf_jobs WHERE type = 'collect'`)).toEqual([
      { crashes: 0, attempts: 0 },
    ]);
  },
);
