import { describe, expect, test } from 'vitest';
import { matchesPattern } from '../../../src/events/event-pattern.js';
import { findEvents, getEvent, recordEvents, withWholeAggregateId } from '../../../src/events/index.js';
import { eventOf } from '../staging/events.js';
import { STORES, useEventStage } from '../staging/stage.js';

describe.each(STORES)('events on %s', (storeName) => {
  const stage = useEventStage(storeName);

  async function fill(): Promise<void> {
    const events = [
      eventOf('1', { eventType: 'job.completed', actor: 'ann' }),
      eventOf('2', { eventType: 'job.failed', aggregateType: 'job' }),
      eventOf('1', { eventType: 'jobs_pruned', actor: 'bob' }),
      eventOf('3', { eventType: 'JOB.COMPLETED', payload: { big: 2n ** 70n } }),
    ];
    for (const event of events) {
      await stage.engine.database.transaction((tx) => recordEvents(tx, 'acme', [event]));
    }
  }
  const found = async (filter: Partial<Parameters<typeof findEvents>[2]>): Promise<string[]> =>
    (await findEvents(stage.engine.database, 'acme', { limit: 10, ...filter })).map(({ eventType }) => eventType);

  test('are listed newest first, and filtered by type, aggregate and actor', async () => {
    await fill();
    expect(await found({})).toEqual(['JOB.COMPLETED', 'jobs_pruned', 'job.failed', 'job.completed']);
    expect(await found({ limit: 2 })).toEqual(['JOB.COMPLETED', 'jobs_pruned']);
    expect(await found({ types: ['job.*'] })).toEqual(['job.failed', 'job.completed']);
    expect(await found({ types: ['job.failed', '*_pruned'] })).toEqual(['jobs_pruned', 'job.failed']);
    expect(await found({ types: ['jobs?pruned'.replace('?', '_')] })).toEqual(['jobs_pruned']);
    expect(await found({ types: ['job__pruned*'] })).toEqual([]);
    expect(await found({ aggregateType: 'thing', aggregateId: '1' })).toEqual(['jobs_pruned', 'job.completed']);
    expect(await found({ aggregateType: 'job' })).toEqual(['job.failed']);
    expect(await found({ actor: 'ann' })).toEqual(['job.completed']);
    await expect(found({ types: ['job.[a-z]'] })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });

  test('are filtered by time, from the first moment on and before the last', async () => {
    await fill();
    await stage.engine.database.query(`UPDATE cf_events SET occurred_at = '2026-03-01T08:00:00.000000Z'`);
    await stage.engine.database.query(
      `UPDATE cf_events SET occurred_at = '2026-03-01T07:59:59.999999Z' WHERE event_type = 'job.failed'`,
    );
    const eight = new Date('2026-03-01T08:00:00Z');
    expect(await found({ since: eight })).toHaveLength(3);
    expect(await found({ until: eight })).toEqual(['job.failed']);
    expect(await found({ since: eight, until: eight })).toEqual([]);
  });

  test('are read with numbers that JavaScript would round', async () => {
    await fill();
    const [newest] = await findEvents(stage.engine.database, 'acme', { limit: 1 });
    expect(newest!.payload).toEqual({ big: 2n ** 70n });
    expect(await getEvent(stage.engine.database, 'acme', newest!.eventId.toUpperCase())).toEqual({
      event: newest,
      leafIndex: null,
    });
    // Also by the beginning of its id, if no other event has it.
    const { event } = await getEvent(stage.engine.database, 'acme', newest!.eventId.slice(0, -1));
    expect(event).toEqual(newest);
    await expect(getEvent(stage.engine.database, 'other', newest!.eventId.slice(0, -1))).rejects.toMatchObject({
      code: 'EVENT_NOT_FOUND',
    });
  });

  test('are filtered by the unique beginning of an id; names are not completed', async () => {
    const ids = ['01a00000-0000-7000-8000-000000000001', '01a00000-0000-7000-8000-000000000002', 'cafe-sales'];
    for (const id of ids) {
      const event = eventOf(id, { aggregateType: 'job' });
      await stage.engine.database.transaction((tx) => recordEvents(tx, 'acme', [event]));
    }
    const whole = async (aggregateId: string, aggregateType = 'job', tenant = 'acme') =>
      (await withWholeAggregateId(stage.engine.database, tenant, { aggregateType, aggregateId })).aggregateId;
    expect(await whole('01A00000-0000-7000-8000-000000000002')).toBe(ids[1]);
    await expect(whole('01a00000-0000')).rejects.toMatchObject({ code: 'ID_AMBIGUOUS' });
    expect(await whole('cafe')).toBe('cafe');
    expect(await whole('01a00000', 'parser')).toBe('01a00000');
    expect(await whole('01a00000', 'job', 'other')).toBe('01a00000');
    await stage.engine.database.query(`DELETE FROM cf_events WHERE aggregate_id = '${ids[1]}'`);
    expect(await whole('01A00000-00')).toBe(ids[0]);
  });

  test.each(['nonsense', '00000000-0000-7000-8000-000000000000'])('%s is not found', async (id) => {
    await expect(getEvent(stage.engine.database, 'acme', id)).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
  });
});

test.each([
  ['job.completed', 'job.completed', true],
  ['job.*', 'job.completed', true],
  ['job.*', 'jobs.completed', false],
  ['*', 'anything', true],
  ['*.created', 'quarantine.created', true],
  ['*.created', 'created', false],
  ['a*b*c', 'a-b-c', true],
  ['a*b*c', 'acb', false],
  ['a*a', 'a', false],
  ['a*b*b', 'a-b', false],
  ['job.completed', 'job.completed_with_warnings', false],
])('the pattern %s and the type %s: %s', (pattern, type, matches) => {
  expect(matchesPattern(pattern, type)).toBe(matches);
});
