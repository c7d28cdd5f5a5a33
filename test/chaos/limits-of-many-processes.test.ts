import { describe, expect, test } from 'vitest';
import { tenantDatabase } from '../../src/database/index.js';
import { defineJob, peekTokens } from '../../src/engine/index.js';
import { waitUntil } from '../services/wait-until.js';
import { type Program, startProgram } from '../engine/staging/program.js';
import { allRows } from '../engine/staging/rows.js';
import { STORES, useStage } from '../engine/staging/stage.js';
import { allJobsEnd } from '../engine/staging/workers.js';
import { worstExcess } from '../engine/limits/windows.js';

const LASTS_MS = 1_000;
const PER_MINUTE = 3_000;
const BURST = 10;

describe.each(STORES)('limits shared by processes on %s', (storeName) => {
  const stage = useStage(storeName);
  const slots = defineJob({ type: 'slots', run: () => undefined });
  const program = (name: string, ...args: readonly string[]): Promise<Program> =>
    startProgram(new URL(`../engine/fixtures/${name}.ts`, import.meta.url), [stage.url, ...args]);

  test('8 processes never exceed a rate in any window', { timeout: 120_000 }, async () => {
    await recordGrants();
    const takers = await Promise.all(
      Array.from({ length: 8 }, () => program('taker', String(PER_MINUTE), String(BURST), String(LASTS_MS))),
    );
    const reports: { tries: number; granted: number }[] = [];
    for (const taker of takers) {
      expect(await taker.nextLine()).toBe('ready');
      reports.push((await taker.nextLine()) as (typeof reports)[number]);
      expect(await taker.ended).toMatchObject({ code: 0, stderr: '' });
    }
    const rows = await stage.engine.database.query<{ at: number }>('SELECT at FROM test_grants');
    const granted = reports.reduce((sum, report) => sum + report.granted, 0);
    expect(rows).toHaveLength(granted);
    expect(
      worstExcess(
        rows.map((row) => row.at),
        { emission: 60_000_000 / PER_MINUTE, burst: BURST },
      ),
    ).toBeLessThanOrEqual(0);
    // The limit is also used: each process tried more often than it was granted, and most tokens were taken.
    expect(reports.reduce((sum, report) => sum + report.tries, 0)).toBeGreaterThan(granted);
    expect(granted).toBeGreaterThan((LASTS_MS / 1_000) * (PER_MINUTE / 60) * 0.5);
    const rate = { perMinute: PER_MINUTE, burst: BURST };
    expect(await peekTokens(tenantDatabase(stage.engine.database, 'default'), { key: 'shared', rate })).toMatchObject({
      granted: true,
    });
  });

  test(
    'kill -9 of a worker with slots frees them, and 4 processes never exceed the limit',
    { timeout: 120_000 },
    async () => {
      await stage.engine.database.script(
        `CREATE TABLE IF NOT EXISTS test_runs (number ${storeName === 'SQLite' ? 'INTEGER PRIMARY KEY' : 'SERIAL'}, what TEXT, job TEXT); DELETE FROM test_runs`,
      );
      await stage.engine.enqueueMany(slots, Array(3).fill({}), { maxAttempts: 1 });
      const doomed = await program('limited-worker', 'doomed', '3000');
      expect(await doomed.nextLine()).toBe('ready');
      await waitUntil(async () => (await runs()).length === 3, { for: 'all slots to be taken' });
      const others = await Promise.all(['one', 'two', 'three'].map((id) => program('limited-worker', id, '60000')));
      for (const other of others) expect(await other.nextLine()).toBe('ready');
      await stage.engine.enqueueMany(slots, Array(40).fill({}));
      const waiting = async (): Promise<number> =>
        (await stage.engine.database.query('SELECT 1 FROM cf_limit_waits')).length;
      await waitUntil(async () => (await waiting()) === 40, {
        for: 'all others to wait',
        evidence: async () => String(await waiting()),
      });
      expect(await runs()).toHaveLength(3);
      doomed.kill('SIGKILL');
      await doomed.ended;
      await allJobsEnd(stage.engine, 60_000);
      const rows = await allRows(stage.engine.database);
      // Of three jobs that ran at once, none is known to have killed the worker: they run again, and nothing is charged.
      expect(rows.filter((row) => row.status === 'completed' && row.attempts === 0)).toHaveLength(43);
      expect(mostAtOnce((await runs()).slice(3))).toBeLessThanOrEqual(3);
      for (const other of others) other.kill('SIGTERM');
      for (const other of others) expect(await other.nextLine()).toBe('stopped');
    },
  );

  const runs = (): Promise<{ what: string; job: string }[]> =>
    stage.engine.database.query('SELECT what, job FROM test_runs ORDER BY number');

  /** A trigger writes down every grant with the time that the limiter used. */
  async function recordGrants(): Promise<void> {
    const { database } = stage.engine;
    await database.script('CREATE TABLE IF NOT EXISTS test_grants (at BIGINT)');
    // One statement serves up to two callers of a process.
    await database.script('CREATE TABLE callers (number INTEGER); INSERT INTO callers VALUES (1), (2)');
    if (storeName === 'SQLite') {
      for (const event of ['INSERT', 'UPDATE']) {
        await database.script(`CREATE TRIGGER record_${event} AFTER ${event} ON cf_limits
          BEGIN INSERT INTO test_grants SELECT new.seen_us FROM callers WHERE number <= new.granted; END`);
      }
    } else {
      await database.script(`CREATE FUNCTION record_grant() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN INSERT INTO test_grants SELECT new.seen_us FROM callers WHERE number <= new.granted; RETURN new; END $$;
        CREATE TRIGGER record_grant AFTER INSERT OR UPDATE ON cf_limits FOR EACH ROW EXECUTE FUNCTION record_grant()`);
    }
  }
});

function mostAtOnce(runs: readonly { what: string; job: string }[]): number {
  const running = new Set<string>();
  let most = 0;
  for (const { what, job } of runs) {
    if (what === 'begin') running.add(job);
    else running.delete(job);
    most = Math.max(most, running.size);
  }
  return most;
}
