import { describe, expect, test } from 'vitest';
import { defineJob } from '../../../src/engine/index.js';
import { waitUntil } from '../../services/wait-until.js';
import { advanceTime } from '../staging/advance-time.js';
import { type Program, startProgram } from '../staging/program.js';
import { allRows } from '../staging/rows.js';
import { STORES, useStage } from '../staging/stage.js';
import { allJobsEnd, jobIs } from '../staging/workers.js';

const quick = defineJob({ type: 'quick', run: () => undefined });
const waits = defineJob({ type: 'waits', run: () => undefined });
const deadly = defineJob({ type: 'deadly', run: () => undefined });

interface Report {
  returned: number;
  ran: string[];
}

describe.each(STORES)('workers in processes of their own on %s', (storeName) => {
  const stage = useStage(storeName);

  const start = (id: string): Promise<Program> =>
    startProgram(new URL('../fixtures/worker.ts', import.meta.url), [stage.url, id]);
  async function stop(program: Program): Promise<Report> {
    program.kill('SIGTERM');
    const report = (await program.nextLine()) as Report;
    expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
    return report;
  }

  test(
    'two processes with two thousand jobs each: every job is run once and completed once',
    { timeout: 180_000 },
    async () => {
      const programs = [await start('one'), await start('two')];
      for (const program of programs) expect(await program.nextLine()).toBe('ready');
      for (let batch = 0; batch < 8; batch++) await stage.engine.enqueueMany(quick, Array(500).fill(batch));
      await allJobsEnd(stage.engine, 40_000);
      const reports = await Promise.all(programs.map(stop));
      const rows = await allRows(stage.engine.database);
      expect(rows).toHaveLength(4_000);
      expect(rows.filter((row) => row.status !== 'completed' || row.attempts > 0 || row.crashes > 0)).toEqual([]);
      const ran = reports.flatMap((report) => report.ran);
      expect(ran).toHaveLength(4_000);
      expect(new Set(ran).size).toBe(4_000);
      expect(reports.every((report) => report.ran.length > 0)).toBe(true);
    },
  );

  test('SIGTERM under load charges no attempts, and leaves nothing behind', { timeout: 180_000 }, async () => {
    const program = await start('one');
    expect(await program.nextLine()).toBe('ready');
    const [first] = await stage.engine.enqueueMany(waits, [1, 2, 3]);
    await jobIs(stage.engine, first!.id, (job) => job.status === 'running');
    await stage.engine.enqueueMany(quick, Array(3_000).fill(1));
    const completed = async (): Promise<number> => (await stage.engine.jobs({ statuses: ['completed'] })).length;
    await waitUntil(async () => (await completed()) > 0, { for: 'the load to flow', intervalMs: 5 });
    const report = await stop(program);
    expect(report.returned).toBeGreaterThanOrEqual(3);
    const rows = await allRows(stage.engine.database);
    expect(rows).toHaveLength(3_003);
    for (const row of rows) {
      expect(['pending', 'completed']).toContain(row.status);
      expect(row).toMatchObject({ attempts: 0, crashes: 0, errors: null, lease_owner: null });
    }
    expect(rows.filter((row) => row.type === 'waits').map((row) => row.status)).toEqual([
      'pending',
      'pending',
      'pending',
    ]);
    expect(rows.filter((row) => row.status === 'completed')).toHaveLength(report.ran.length);
  });

  test(
    'a job that kills its process is dead-lettered after its crash budget, with the evidence',
    { timeout: 180_000 },
    async () => {
      const { id } = await stage.engine.enqueue(deadly, {});
      for (const worker of ['first', 'second', 'third', 'fourth']) {
        expect((await stage.engine.job(id)).status).not.toBe('dead_letter');
        const program = await start(worker);
        expect(await program.ended).toMatchObject({ signal: 'SIGKILL' });
        expect(await stage.engine.job(id)).toMatchObject({ status: 'running', leaseOwner: worker });
        // Its lease runs out; whoever starts next finds that.
        await advanceTime(stage.engine.database, 120_000);
      }
      const survivor = await start('survivor');
      expect(await survivor.nextLine()).toBe('ready');
      const job = await stage.engine.job(id);
      expect(job).toMatchObject({ status: 'dead_letter', attempts: 4, crashes: 4, fence: 4, leaseOwner: null });
      expect(job.errors.map((error) => [error.code, error.worker, error.attempt])).toEqual([
        ['WORKER_CRASHED', 'first', 1],
        ['WORKER_CRASHED', 'second', 2],
        ['WORKER_CRASHED', 'third', 3],
        ['POISON_JOB', 'fourth', 4],
      ]);
      expect(job.errors.every((error) => error.detail?.includes('last heartbeat'))).toBe(true);
      const { id: next } = await stage.engine.enqueue(quick, {});
      await jobIs(stage.engine, next, ({ status }) => status === 'completed');
      await stop(survivor);
    },
  );
});
