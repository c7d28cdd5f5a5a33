import { describe, expect, test } from 'vitest';
import { createWorker, defineJob, type Engine, openEngine, PermanentError } from '../../src/engine/index.js';
import { createJobEvents, EVENTS_MIGRATIONS, findEvents } from '../../src/events/index.js';
import type { EventInterest } from '../../src/events/job-events.js';
import { waitUntil } from '../services/wait-until.js';
import { STORES, useEventStage } from './staging/stage.js';

const jobs = [
  defineJob({ type: 'report', run: () => 'done' }),
  defineJob({ type: 'mail', run: () => Promise.reject(new PermanentError('no such address \ud800')) }),
  defineJob({ type: 'DELIVER_WEBHOOK', run: () => undefined }),
];

describe.each(STORES)('endings of jobs on %s', (storeName) => {
  const stage = useEventStage(storeName);

  async function open(
    jobTypes: readonly string[],
    interests: () => readonly EventInterest[] = () => [],
  ): Promise<Engine> {
    const events = createJobEvents({ jobTypes, subscriptions: () => Promise.resolve(interests()) });
    const engine = await openEngine({
      ...{ database: stage.url, schemaLines: [EVENTS_MIGRATIONS] },
      ...{ transitionHook: events.hook, isHookWanted: events.isWanted },
    });
    stage.onCleanup(() => engine.close());
    events.watch(engine.database);
    return engine;
  }

  /** Runs a job of each type, and returns the events. */
  async function runAll(engine: Engine): Promise<string[]> {
    const worker = createWorker(engine, { jobs });
    stage.onCleanup(() => worker.stop());
    await worker.start();
    for (const job of jobs) await engine.enqueue(job, {}, { tenant: 'acme' });
    await waitUntil(async () => (await engine.jobs()).every(({ finishedAt }) => finishedAt !== null) || undefined, {
      for: 'all jobs to end',
    });
    const events = await findEvents(engine.database, 'acme', { limit: 10 });
    return events.map(({ eventType, payload }) => `${eventType} ${String(payload['type'])}`).sort();
  }

  test('become events for the types that the setting names', async () => {
    expect(await runAll(await open(['rep*']))).toEqual(['job.completed report']);
  });

  test('become events for subscribers, except those of deliveries', async () => {
    const wants = (type: string): boolean => type.startsWith('job.');
    expect(await runAll(await open([], () => [{ tenant: 'acme', wants }]))).toEqual([
      'job.completed report',
      'job.failed mail',
    ]);
  });

  test('become no events without either, and for subscribers of other tenants', async () => {
    expect(await runAll(await open([]))).toEqual([]);
    expect(await runAll(await open([], () => [{ tenant: 'other', wants: () => true }]))).toEqual([]);
  });

  test('cost nothing without either: the hook is not wanted', async () => {
    const unsubscribed = createJobEvents({ jobTypes: [] });
    expect(unsubscribed.isWanted()).toBe(false);
    const looked = createJobEvents({ jobTypes: [], subscriptions: () => Promise.resolve([]) });
    // Unknown until the first look.
    expect(looked.isWanted()).toBe(true);
    looked.watch(stage.engine.database);
    await waitUntil(() => !looked.isWanted() || undefined, { for: 'the first look' });
    expect(createJobEvents({ jobTypes: ['a'] }).isWanted()).toBe(true);
  });

  test('of a job that failed name its error, without its payload', async () => {
    const engine = await open(['mail']);
    await runAll(engine);
    const [event] = await findEvents(engine.database, 'acme', { limit: 1 });
    expect(event).toMatchObject({ aggregateType: 'job', actor: null });
    expect(event!.payload).toEqual({
      ...{ type: 'mail', queue: 'default', status: 'failed', previous_status: 'running', fence: 1, attempts: 1 },
      ...{ parent_job_id: null, error: { code: 'PERMANENT_ERROR', message: 'no such address \ufffd' } },
    });
  });
});
