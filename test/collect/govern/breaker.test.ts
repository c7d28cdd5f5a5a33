import { describe, expect, test } from 'vitest';
import { tenantDatabase } from '../../../src/database/index.js';
import { askBreaker, reportBackoff, reportFailure, reportSuccess } from '../../../src/collect/govern/breaker.js';
import type { AdmittedCall } from '../../../src/collect/govern/breaker-reading.js';
import { findSource, isolateSource, probeSource, resumeSource } from '../../../src/collect/index.js';
import { findEvents } from '../../../src/events/index.js';
import { newSource, STORES, useCollectStage } from '../staging/stage.js';

const MINUTE = 60_000;
const START = 1_700_000_000_000;
const LEASE = { leaseMs: 40_000 };

describe.each(STORES)('the breaker on %s', (storeName) => {
  const stage = useCollectStage(storeName);

  /** Steps at moments in minutes after the start, and what each gives. */
  const CASES: Readonly<Record<string, readonly Step[]>> = {
    'opens at exactly five failures in a row': [
      ...failures(4, 0),
      { at: 0, ask: 'closed' },
      ...failures(1, 0),
      { at: 0, ask: 'open' },
      { at: 4.9, ask: 'open' },
      { at: 5, ask: 'probe' },
    ],
    'a success after four failures resets the streak': [
      ...failures(4, 0),
      { at: 0, success: true },
      ...failures(4, 1),
      { at: 1, ask: 'closed' },
      ...failures(1, 1),
      { at: 1, ask: 'open' },
    ],
    'ten responses with 429 never open it, and each is a clock': [
      ...Array.from({ length: 10 }, (_, index): Step => ({ at: index * 5, backoff: undefined })),
      { at: 45, ask: 'backoff' },
      { at: 46.1, ask: 'closed' },
    ],
    'Retry-After is longer than the usual wait': [
      { at: 0, backoff: 10 * MINUTE },
      { at: 9.9, ask: 'backoff' },
      { at: 10, ask: 'closed' },
    ],
    'a probe that succeeds closes it': [
      ...failures(5, 0),
      { at: 5, ask: 'probe' },
      { at: 5, success: true },
      { at: 5, ask: 'closed' },
      ...failures(4, 6),
      { at: 6, ask: 'closed' },
    ],
    'the cooldown doubles with every failed probe, up to an hour': [
      ...failures(5, 0),
      ...[5, 15, 35, 75, 135, 195].flatMap((minute, index): Step[] => [
        { at: minute - 0.1, ask: 'open' },
        { at: minute, ask: 'probe' },
        { at: minute, failure: true },
        { at: minute + [10, 20, 40, 60, 60, 60][index]! - 0.1, ask: 'open' },
      ]),
    ],
    'a probe that never reports makes room after its lease': [
      ...failures(5, 0),
      { at: 5, ask: 'probe' },
      { at: 5.5, ask: 'probing', as: 'other' },
      { at: 5.7, ask: 'probe', as: 'other' },
    ],
    'a late success from before it opened is ignored': [
      { at: 0, ask: 'closed' },
      ...failures(5, 0),
      { at: 1, success: true, generation: 0 },
      { at: 1, ask: 'open' },
    ],
    'a late success of a probe that lost its lease is ignored': [
      ...failures(5, 0),
      { at: 5, ask: 'probe', as: 'slow' },
      { at: 6, ask: 'probe', as: 'quick' },
      { at: 6, success: true, as: 'slow', generation: 1 },
      { at: 6.1, ask: 'probing', as: 'third' },
    ],
    'a clock that goes back keeps it open, no longer than the cooldown': [
      ...failures(5, 60),
      { at: 0, ask: 'open' },
      { at: 64.9, ask: 'open' },
      { at: 65, ask: 'probe' },
    ],
  };

  test.each(Object.keys(CASES))('%s', async (name) => {
    const sourceId = await newSource(stage.acme);
    let call: AdmittedCall = { sourceId, generation: 0, probe: undefined };
    for (const [index, step] of CASES[name]!.entries()) {
      const clock = { now: START + step.at * MINUTE, random: 0.5 };
      const where = `step ${index} at minute ${step.at}`;
      if ('ask' in step) {
        const answer = await askBreaker(stage.acme, sourceId, { ...LEASE, owner: step.as ?? 'one' }, clock);
        if (answer.isAdmitted) call = answer.call;
        const got = answer.isAdmitted ? (answer.call.probe === undefined ? 'closed' : 'probe') : answer.refusal;
        expect(got, where).toBe(step.ask);
      } else if ('success' in step) {
        const { generation = call.generation, as = call.probe } = step;
        await reportSuccess(stage.acme, { ...call, generation, probe: as }, clock);
      } else if ('failure' in step) {
        await reportFailure(stage.acme, call, 'no response', clock);
        if (call.probe !== undefined) call = { ...call, probe: undefined };
      } else {
        const until = await reportBackoff(stage.acme, call, step.backoff, clock);
        expect(until - clock.now).toBeLessThanOrEqual(step.backoff ?? MINUTE);
      }
    }
  });

  test('16 workers after a cooldown: one of them is the probe', async () => {
    const sourceId = await newSource(stage.acme);
    await openBreaker(sourceId);
    const engines = await Promise.all(Array.from({ length: 16 }, () => stage.openAnother()));
    const answers = await Promise.all(
      engines.map(({ database }, index) =>
        askBreaker(
          tenantDatabase(database, 'acme'),
          sourceId,
          { ...LEASE, owner: `worker ${index}` },
          { now: START + 6 * MINUTE },
        ),
      ),
    );
    expect(answers.filter(({ isAdmitted }) => isAdmitted)).toHaveLength(1);
    const refused = answers.flatMap((answer) => (answer.isAdmitted ? [] : [answer.refusal]));
    expect(refused).toEqual(Array(15).fill('probing'));
  });

  test('100 failures at the same time open it once, and each of them is counted', async () => {
    const sourceId = await newSource(stage.acme);
    const call = { sourceId, generation: 0, probe: undefined };
    const opened = await Promise.all(
      Array.from({ length: 100 }, () => reportFailure(stage.acme, call, 'no response', { now: START, random: 0.5 })),
    );
    expect(opened.filter((until) => until !== undefined)).toEqual([START + 5 * MINUTE]);
    const { health } = await findSource(stage.acme, 'coins');
    expect(health).toMatchObject({ failureStreak: 100, openCount: 1, generation: 1, openedUntil: START + 5 * MINUTE });
  });

  test('the cooldown varies by at most ten percent to either side', async () => {
    const sourceId = await newSource(stage.acme);
    for (const [random, minutes] of [
      [0, 4.5],
      [1, 5.5],
    ] as const) {
      await resumeSource(stage.acme, 'coins');
      expect(await openBreaker(sourceId, random)).toBe(START + minutes * MINUTE);
    }
  });

  test('a success writes nothing if the one before is recent', async () => {
    const sourceId = await newSource(stage.acme);
    const call = { sourceId, generation: 0, probe: undefined };
    await reportSuccess(stage.acme, call, { now: START });
    await reportSuccess(stage.acme, call, { now: START + 5_000 });
    expect((await findSource(stage.acme, 'coins')).health.lastSuccessAt).toBe(START);
    await reportSuccess(stage.acme, call, { now: START + 11_000 });
    expect((await findSource(stage.acme, 'coins')).health.lastSuccessAt).toBe(START + 11_000);
  });

  test('a restart while it is open: another process finds it open and recovers alone', async () => {
    const sourceId = await newSource(stage.acme);
    await openBreaker(sourceId);
    const other = tenantDatabase((await stage.openAnother()).database, 'acme');
    const ask = (minute: number) =>
      askBreaker(other, sourceId, { ...LEASE, owner: 'new' }, { now: START + minute * MINUTE });
    expect(await ask(1)).toMatchObject({ refusal: 'open', retryAt: START + 5 * MINUTE });
    const probe = await ask(5);
    if (!probe.isAdmitted) throw new Error('the probe was refused');
    await reportSuccess(other, probe.call, { now: START + 5 * MINUTE });
    expect((await findSource(other, 'coins')).health).toMatchObject({
      state: 'closed',
      failureStreak: 0,
      openCount: 0,
    });
  });

  test('isolate refuses until resume, also after the cooldown, and survives a restart', async () => {
    const sourceId = await newSource(stage.acme);
    await openBreaker(sourceId);
    await isolateSource(stage.acme, 'coins', 'they asked us to stop');
    const other = tenantDatabase((await stage.openAnother()).database, 'acme');
    const ask = () => askBreaker(other, sourceId, { ...LEASE, owner: 'one' }, { now: START + 600 * MINUTE });
    expect(await ask()).toMatchObject({ isAdmitted: false, refusal: 'isolated', retryAt: null });
    expect((await findSource(other, 'coins')).health).toMatchObject({ state: 'isolated', isolatedBy: 'tester' });
    await resumeSource(other, 'coins');
    expect(await ask()).toMatchObject({ isAdmitted: true, call: { probe: undefined } });
  });

  test('probe ends the cooldown', async () => {
    const sourceId = await newSource(stage.acme);
    const call = { sourceId, generation: 0, probe: undefined };
    for (let count = 0; count < 5; count++) await reportFailure(stage.acme, call, 'no response');
    expect(await askBreaker(stage.acme, sourceId, { ...LEASE, owner: 'one' })).toMatchObject({ refusal: 'open' });
    await probeSource(stage.acme, 'coins');
    expect(await askBreaker(stage.acme, sourceId, { ...LEASE, owner: 'one' })).toMatchObject({
      call: { probe: 'one' },
    });
  });

  test('opening, closing and every change by hand are events', async () => {
    const sourceId = await newSource(stage.acme);
    await openBreaker(sourceId);
    await probeSource(stage.acme, 'coins');
    const probe = await askBreaker(stage.acme, sourceId, { ...LEASE, owner: 'one' });
    if (!probe.isAdmitted) throw new Error('the probe was refused');
    await reportSuccess(stage.acme, probe.call);
    await isolateSource(stage.acme, 'coins', 'law');
    await resumeSource(stage.acme, 'coins');
    const events = await findEvents(stage.engine.database, 'acme', { limit: 100 });
    expect(events.map(({ eventType, actor }) => `${eventType} ${actor}`).sort()).toEqual(
      [
        ...['source.added tester', 'source.breaker_opened tester', 'source.probe_requested tester'],
        ...['source.breaker_closed tester', 'source.isolated tester', 'source.resumed tester'],
      ].sort(),
    );
  });

  async function openBreaker(sourceId: string, random = 0.5): Promise<number | undefined> {
    const { health } = await findSource(stage.acme, sourceId);
    const call = { sourceId, generation: health.generation, probe: undefined };
    let until: number | undefined;
    for (let count = 0; count < 5; count++) until = await reportFailure(stage.acme, call, 'no', { now: START, random });
    return until;
  }
});

type Step = { readonly at: number; readonly as?: string } & (
  | { readonly ask: 'closed' | 'probe' | 'open' | 'probing' | 'backoff' | 'isolated' }
  | { readonly success: true; readonly generation?: number }
  | { readonly failure: true }
  | { readonly backoff: number | undefined }
);

function failures(count: number, at: number): Step[] {
  return Array.from({ length: count }, () => ({ at, failure: true }));
}
