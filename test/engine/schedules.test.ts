import { describe, expect, test } from 'vitest';
import { queryBuilder } from '../../src/database/index.js';
import { defineJob, listSchedules, removeSchedule } from '../../src/engine/index.js';
import { fireDueSchedules } from '../../src/engine/schedules/fire.js';
import type { EngineSchema, SchedulesTable } from '../../src/engine/schema/tables.js';
import { databaseNow } from './staging/advance-time.js';
import { allRows } from './staging/rows.js';
import { STORES, useStage } from './staging/stage.js';

const report = defineJob({ type: 'report', queue: 'slow', priority: 3, run: () => undefined });
const HOUR_MS = 3_600_000;
const time = (text: string): number => new Date(text).getTime();

describe.each(STORES)('schedules on %s', (storeName) => {
  const stage = useStage(storeName);

  const add = (cron: string, options: Partial<Parameters<typeof stage.engine.schedule>[3]> = {}) =>
    stage.engine.schedule('nightly', report, { kind: 'daily' }, { cron, ...options });

  /** As if the schedule had last been looked at before `nextRunAt`. */
  async function rewind(nextRunAt: number, values: Partial<SchedulesTable> = {}): Promise<void> {
    await queryBuilder<EngineSchema>(stage.engine.database)
      .updateTable('cf_schedules')
      .set({ next_run_at: nextRunAt, ...values })
      .execute();
  }

  const firedAt = async (): Promise<number[]> =>
    (await allRows(stage.engine.database)).map((row) => row.run_at).sort((a, b) => a - b);

  test('a new schedule waits for its next time, and has fired nothing', async () => {
    const added = await add('0 3 * * *', { tenant: 'acme', maxAttempts: 2 });
    expect(added).toMatchObject({
      ...{ name: 'nightly', cron: '0 3 * * *', timezone: 'UTC', catch_up: 'latest', tenant: 'acme', queue: 'slow' },
      ...{
        type: 'report',
        payload: '{"kind":"daily"}',
        priority: 3,
        max_attempts: 2,
        last_run_at: null,
        last_job_id: null,
      },
    });
    const due = new Date(added.next_run_at);
    expect([due.getUTCHours(), due.getUTCMinutes(), due.getUTCSeconds()]).toEqual([3, 0, 0]);
    expect(added.next_run_at).toBeGreaterThan(await databaseNow(stage.engine.database));
    expect(await fireDueSchedules(stage.engine)).toBe(0);
    expect(await listSchedules(stage.engine.database)).toEqual([added]);
  });

  test('one of several processes that add a schedule at the same moment adds it; replacements do not collide', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => stage.openAnother()));
    const addAll = (options: { cron: string; replace?: boolean }): Promise<PromiseSettledResult<unknown>[]> =>
      Promise.allSettled(others.map((engine) => engine.schedule('nightly', report, { kind: 'daily' }, options)));
    for (let round = 0; round < 5; round++) {
      const added = await addAll({ cron: '0 3 * * *' });
      const errors = added.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
      expect(errors).toHaveLength(others.length - 1);
      for (const error of errors) expect(error).toMatchObject({ code: 'SCHEDULE_EXISTS' });
      const replaced = await addAll({ cron: '0 4 * * *', replace: true });
      expect(replaced.filter(({ status }) => status === 'rejected')).toEqual([]);
      expect(await listSchedules(stage.engine.database)).toMatchObject([{ cron: '0 4 * * *' }]);
      await removeSchedule(stage.engine.database, 'nightly');
    }
  });

  test('a due schedule enqueues its job for the due time, and moves on', async () => {
    await add('0 * * * *', { tenant: 'acme' });
    const now = await databaseNow(stage.engine.database);
    const lastHour = now - (now % HOUR_MS);
    await rewind(lastHour);
    expect(await fireDueSchedules(stage.engine)).toBe(1);
    const [row] = await allRows(stage.engine.database);
    expect(row).toMatchObject({
      ...{ type: 'report', tenant: 'acme', queue: 'slow', priority: 3, payload: '{"kind":"daily"}', run_at: lastHour },
      ...{ status: 'pending', idempotency_key: `schedule:nightly:${new Date(lastHour).toISOString()}` },
    });
    const [schedule] = await listSchedules(stage.engine.database);
    expect(schedule).toMatchObject({ last_run_at: lastHour, last_job_id: row!.id, next_run_at: lastHour + HOUR_MS });
    expect(await fireDueSchedules(stage.engine)).toBe(0);
  });

  test('several schedulers at once fire once', async () => {
    await add('0 * * * *', { catchUp: 'all' });
    const another = await stage.openAnother();
    for (let round = 0; round < 5; round++) {
      const now = await databaseNow(stage.engine.database);
      await rewind(now - (now % HOUR_MS) - (round + 1) * 10 * HOUR_MS);
      await stage.engine.database.script('DELETE FROM cf_jobs');
      const engines = [stage.engine, another, stage.engine, another, stage.engine];
      const fired = await Promise.all(engines.map((engine) => fireDueSchedules(engine)));
      expect(fired.filter((count) => count > 0)).toHaveLength(1);
      expect(await allRows(stage.engine.database)).toHaveLength((round + 1) * 10 + 1);
    }
  });

  test('a due time has one job, even if the schedule was restored from a backup', async () => {
    await add('0 * * * *');
    const now = await databaseNow(stage.engine.database);
    const lastHour = now - (now % HOUR_MS);
    await rewind(lastHour);
    await fireDueSchedules(stage.engine);
    await rewind(lastHour);
    await fireDueSchedules(stage.engine);
    expect(await allRows(stage.engine.database)).toHaveLength(1);
  });

  test.each([
    ['latest', 1],
    ['all', 6],
  ] as const)('after five missed hours, catch-up %s enqueues %i', async (catchUp, jobs) => {
    await add('0 * * * *', { catchUp });
    const now = await databaseNow(stage.engine.database);
    const lastHour = now - (now % HOUR_MS);
    await rewind(lastHour - 5 * HOUR_MS);
    expect(await fireDueSchedules(stage.engine)).toBe(jobs);
    const times = await firedAt();
    expect(times.at(-1)).toBe(lastHour);
    expect(times).toHaveLength(jobs);
  });

  test('catch-up none leaves out what was missed, and fires what has just come due', async () => {
    await add('0 0 1 1 *', { catchUp: 'none' });
    const now = await databaseNow(stage.engine.database);
    await rewind(now - 120_000);
    expect(await fireDueSchedules(stage.engine)).toBe(0);
    const [schedule] = await listSchedules(stage.engine.database);
    expect(schedule!.next_run_at).toBeGreaterThan(now);
    expect(schedule!.last_run_at).toBeNull();
    await rewind(now - 2_000);
    expect(await fireDueSchedules(stage.engine)).toBe(1);
    expect(await firedAt()).toEqual([now - 2_000]);
  });

  test('a schedule of every second that missed a year catches up quickly, and with a bounded number', async () => {
    await add('* * * * * *', { catchUp: 'all' });
    const now = await databaseNow(stage.engine.database);
    await rewind(now - (now % 1_000) - 365 * 24 * HOUR_MS);
    const begun = performance.now();
    expect(await fireDueSchedules(stage.engine)).toBe(1_000);
    expect(performance.now() - begun).toBeLessThan(10_000);
    const times = await firedAt();
    expect(times).toHaveLength(1_000);
    expect(now - times.at(-1)!).toBeLessThan(60_000);
    expect(times[1]! - times[0]!).toBe(1_000);
  });

  test('wall-clock hours are kept over a change of the clocks', async () => {
    await add('30 2 * * *', { timezone: 'Europe/Berlin', catchUp: 'all' });
    // On 30 March 2025 the hour from 2 to 3 did not exist; on 26 October it was there twice.
    await rewind(time('2025-03-29T02:30+01:00'), { cron: '0 30 2 * * * 2025' });
    await fireDueSchedules(stage.engine);
    const times = (await firedAt()).map((ms) => new Date(ms).toISOString());
    const on = (day: string): string[] => times.filter((text) => text.startsWith(day));
    expect(on('2025-03-29')).toEqual(['2025-03-29T01:30:00.000Z']);
    expect(on('2025-03-30')).toHaveLength(1);
    expect(on('2025-03-31')).toEqual(['2025-03-31T00:30:00.000Z']);
    expect(on('2025-10-26')).toHaveLength(1);
    expect(on('2025-10-27')).toEqual(['2025-10-27T01:30:00.000Z']);
    expect(new Set(times).size).toBe(times.length);
  });

  test('a schedule that comes due for the last time fires, and then rests', async () => {
    await add('0 0 1 1 *');
    await rewind(time('2024-02-29T12:00:00Z'), { cron: '2024-02-29T12:00:00Z' });
    expect(await fireDueSchedules(stage.engine)).toBe(1);
    expect(await fireDueSchedules(stage.engine)).toBe(0);
    expect(await firedAt()).toEqual([time('2024-02-29T12:00:00Z')]);
  });

  test('a schedule that cannot be read does not keep the others from firing', async () => {
    await add('0 0 1 1 *');
    await rewind(1_000, { name: 'broken', cron: 'whenever' });
    await add('0 * * * *');
    await queryBuilder<EngineSchema>(stage.engine.database)
      .updateTable('cf_schedules')
      .set({ next_run_at: 2_000 })
      .where('name', '=', 'nightly')
      .execute();
    await fireDueSchedules(stage.engine).catch(() => undefined);
    expect(await allRows(stage.engine.database)).toHaveLength(1);
  });

  test('a name can be taken once, unless it is replaced', async () => {
    await add('0 3 * * *');
    await expect(add('0 4 * * *')).rejects.toMatchObject({ code: 'SCHEDULE_EXISTS', exitCode: 3 });
    await add('0 5 * * *', { replace: true });
    expect((await listSchedules(stage.engine.database)).map((schedule) => schedule.cron)).toEqual(['0 5 * * *']);
  });

  test('a schedule that is removed does not fire', async () => {
    await add('0 3 * * *');
    await removeSchedule(stage.engine.database, 'nightly');
    expect(await listSchedules(stage.engine.database)).toEqual([]);
    await expect(removeSchedule(stage.engine.database, 'nightly')).rejects.toMatchObject({
      ...{ code: 'SCHEDULE_NOT_FOUND', exitCode: 3 },
    });
  });

  test.each([
    ['', 'UTC'],
    ['* * *', 'UTC'],
    ['61 * * * *', 'UTC'],
    ['0 0 30 2 *', 'UTC'],
    ['whenever', 'UTC'],
    ['2001-01-01T00:00:00Z', 'UTC'],
    ['0 3 * * *', 'Mars/Olympus'],
  ])("'%s' in %s is refused with a code, and nothing is written", async (cron, timezone) => {
    await expect(add(cron, { timezone })).rejects.toMatchObject({ code: 'CRON_INVALID', exitCode: 2 });
    expect(await listSchedules(stage.engine.database)).toEqual([]);
  });

  test('six fields have the seconds first, and a zone has its own midnight', async () => {
    expect((await add('15 0 0 * * *', { timezone: 'Asia/Tokyo' })).next_run_at % (24 * HOUR_MS)).toBe(
      15 * HOUR_MS + 15_000,
    );
  });
});
