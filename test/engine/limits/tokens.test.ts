import { describe, expect, it } from 'vitest';
import { tenantDatabase } from '../../../src/database/index.js';
import { peekTokens, takeTokens, takeTokensOfAll, type TokenAnswer } from '../../../src/engine/index.js';
import { CLOCK_STEP_US, current, NEW_BUCKET, takeFrom, type Bucket } from '../../../src/engine/limits/gcra.js';
import { emissionOf } from '../../../src/engine/limits/rate.js';
import { takeAt, type TokenRequest } from '../../../src/engine/limits/take-tokens.js';
import { type Stage, STORES, useStage } from '../staging/stage.js';

/** The published cases of throttled: 1 token a second, burst 5. Columns: second, tokens, granted, remaining, reset, retry. */
const VECTORS: readonly [number, number, boolean | 'invalid', number, number, number?][] = [
  [0, 6, 'invalid', 5, 0],
  [0, 1, true, 4, 1],
  [0, 1, true, 3, 2],
  [0, 1, true, 2, 3],
  [0, 1, true, 1, 4],
  [0, 1, true, 0, 5],
  [0, 1, false, 0, 5, 1],
  [3, 1, true, 2, 3],
  [3.1, 1, true, 1, 3.9],
  [4, 1, true, 1, 4],
  [8, 1, true, 4, 1],
  [9.5, 1, true, 4, 1],
  [9.5, 0, true, 4, 1],
  [9.5, 2, true, 2, 3],
  [9.5, 5, false, 2, 3, 3],
  [15, 6, 'invalid', 5, 0],
];
const RATE = { perMinute: 60, burst: 5 };
/** A time with a known clock: 2026-01-01. */
const START_US = Date.UTC(2026, 0, 1) * 1_000;
const at = (second: number): number => START_US + Math.round(second * 1e6);

describe.each(STORES)('a rate limit on %s', (storeName) => {
  const stage = useStage(storeName);
  const tenant = (name = 'default') => tenantDatabase(stage.engine.database, name);
  const take = (second: number, request: Partial<TokenRequest> = {}): Promise<TokenAnswer> =>
    takeAt(tenant(), { key: 'k', rate: RATE, ...request }, at(second));

  it('passes the 16 published cases', async () => {
    for (const [second, n, granted, remaining, reset, retry] of VECTORS) {
      const name = `${second} s, ${n} tokens`;
      if (granted === 'invalid') {
        await expect(take(second, { n }), name).rejects.toMatchObject({ code: 'OPTION_INVALID' });
        expect(await take(second, { n: 0 }), name).toMatchObject({ remaining, resetMs: reset * 1_000 });
        continue;
      }
      const answer = await take(second, { n });
      expect(answer, name).toMatchObject({ granted, remaining, resetMs: reset * 1_000 });
      if (!answer.granted)
        expect(answer, name).toMatchObject({ retryMs: retry! * 1_000, retryAt: at(second + retry!) / 1_000 });
    }
  });

  it('reserves tokens up to a maximum wait', async () => {
    const waits: (number | null)[] = [];
    for (let count = 0; count < 10; count++) {
      const answer = await take(0, { maxWaitMs: 3_000 });
      waits.push(answer.granted ? answer.waitMs / 1_000 : null);
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 3, null, null]);
  });

  it('forgets the debt of a lower rate when the rate is raised', async () => {
    const slow = { rate: { perMinute: 1, burst: 1 } };
    expect(await take(0, slow)).toMatchObject({ granted: true });
    expect(await take(1, slow)).toMatchObject({ granted: false, retryMs: 59_000 });
    // Not a full bucket, which could be had by changing the rate back and forth.
    expect(await take(2)).toMatchObject({ granted: false, remaining: 0, retryMs: 1_000 });
    expect(await take(3)).toMatchObject({ granted: true, remaining: 0 });
    expect(await take(3)).toMatchObject({ granted: false, retryMs: 1_000 });
  });

  it('keeps the spent tokens when the rate is lowered', async () => {
    for (let count = 0; count < 5; count++) await take(0);
    expect(await take(0, { rate: { perMinute: 6, burst: 1 } })).toMatchObject({ granted: false });
  });

  it('goes on after the clock went back one hour', async () => {
    for (let count = 0; count < 5; count++) await take(3_600);
    expect(await take(0)).toMatchObject({ granted: false, retryMs: 1_000 });
    expect(await take(1)).toMatchObject({ granted: true });
    expect(await take(1)).toMatchObject({ granted: false, retryMs: 1_000 });
  });

  it('gives no extra tokens to statements with an older time', async () => {
    for (let count = 0; count < 5; count++) await take(10);
    expect(await take(9.9)).toMatchObject({ granted: false });
    expect(await take(11)).toMatchObject({ granted: true });
    expect(await take(10.5)).toMatchObject({ granted: false });
  });

  it('grants nothing at rate 0, and says that no time is known', async () => {
    const paused = { rate: { perMinute: 0 } };
    expect(await take(0, paused)).toEqual({
      granted: false,
      key: 'k',
      retryAt: null,
      retryMs: null,
      remaining: 0,
      resetMs: 0,
    });
    expect(await take(0, { ...paused, n: 0 })).toMatchObject({ granted: false });
    expect(await take(0)).toMatchObject({ granted: true, remaining: 4 });
  });

  it('uses the clock of the database', async () => {
    const request = { key: 'clock', rate: RATE, n: 5 };
    expect(await takeTokens(tenant(), request)).toMatchObject({
      granted: true,
      waitMs: 0,
      remaining: 0,
      resetMs: 5_000,
    });
    const refused = await takeTokens(tenant(), request);
    if (refused.granted) throw new Error('the bucket is empty');
    expect(Math.abs((refused.retryAt ?? 0) - 5_000 - Date.now())).toBeLessThan(2_000);
    expect(await peekTokens(tenant(), request)).toMatchObject({ granted: true });
  });

  it('keeps tenants and keys apart', async () => {
    await takeTokens(tenant('a'), { key: 'k', rate: RATE, n: 5 });
    expect(await takeTokens(tenant('a'), { key: 'k', rate: RATE })).toMatchObject({ granted: false });
    expect(await takeTokens(tenant('a'), { key: 'l', rate: RATE })).toMatchObject({ granted: true });
    expect(await takeTokens(tenant('b'), { key: 'k', rate: RATE })).toMatchObject({ granted: true, remaining: 4 });
  });

  it('takes from several limits or from none', async () => {
    const one = { key: 'one', rate: RATE };
    const other = { key: 'other', rate: { perMinute: 60, burst: 1 } };
    expect(await takeTokensOfAll(tenant(), [other, one])).toMatchObject({ granted: true, remaining: 0 });
    expect(await takeTokensOfAll(tenant(), [other, one])).toMatchObject({ granted: false, key: 'other' });
    expect(await peekTokens(tenant(), one)).toMatchObject({ remaining: 4 });
  });

  it('takes from several limits inside the transaction of the caller, which goes on after a refusal', async () => {
    const other = { key: 'other', rate: { perMinute: 60, burst: 1 } };
    await takeTokens(tenant(), other);
    await tenant().transaction(async (tx) => {
      expect(await takeTokensOfAll(tx, [{ key: 'one', rate: RATE }, other])).toMatchObject({ granted: false });
      await takeTokens(tx, { key: 'after', rate: RATE });
    });
    expect(await peekTokens(tenant(), { key: 'one', rate: RATE })).toMatchObject({ remaining: 5 });
    expect(await peekTokens(tenant(), { key: 'after', rate: RATE })).toMatchObject({ remaining: 4 });
  });

  it('does not let two callers with the same limits in another order wait for each other', async () => {
    const rate = { perMinute: 60_000, burst: 1_000 };
    const [one, other] = [
      { key: 'one', rate },
      { key: 'other', rate },
    ];
    const calls = Array.from({ length: 40 }, (_, index) =>
      takeTokensOfAll(tenant(), index % 2 === 0 ? [one, other] : [other, one]),
    );
    expect((await Promise.all(calls)).every((answer) => answer.granted)).toBe(true);
  });

  it('serves calls at the same moment by one statement, as if they had come one after the other', async () => {
    const [first, ...rest] = await Promise.all(Array.from({ length: 10 }, () => take(0, { maxWaitMs: 3_000 })));
    expect([first, ...rest].map((answer) => (answer!.granted ? answer!.waitMs / 1_000 : null))).toEqual([
      ...[0, 0, 0, 0, 0, 1, 2, 3, null, null],
    ]);
    expect(rest.slice(0, 4).map((answer) => answer.remaining)).toEqual([3, 2, 1, 0]);
    expect(rest.at(-1)).toMatchObject({ granted: false, retryMs: 4_000 });
    // The first call was alone, the others shared a statement.
    expect(await tenant().query('SELECT granted FROM cf_limits')).toEqual([{ granted: 7 }]);
  });

  it('gives every caller of a shared statement the error of it', async () => {
    const closed = await stage.openAnother();
    await closed.close();
    const calls = Array.from({ length: 3 }, () => closed.limiter().takeTokens({ key: 'k', rate: RATE }));
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  });

  it('is offered by the engine, for each tenant separately', async () => {
    const [limiter, other] = [stage.engine.limiter({ tenant: 'a' }), stage.engine.limiter()];
    const mail = { key: 'mail', rate: RATE };
    expect(await limiter.takeTokens({ ...mail, n: 5 })).toMatchObject({ granted: true, remaining: 0 });
    expect(await limiter.takeTokensOfAll([mail])).toMatchObject({ granted: false, key: 'mail' });
    expect(await other.peekTokens(mail)).toMatchObject({ remaining: 5 });
    const turn = await limiter.takeSlot({ key: 'mail', concurrency: 1, ttlMs: 60_000 });
    if (!turn.granted) throw new Error('no slot was free');
    expect(await limiter.takeSlot({ key: 'mail', concurrency: 1, ttlMs: 60_000 })).toMatchObject({ granted: false });
    expect(await limiter.renewSlot(turn.slot, 60_000)).toBe(true);
    await limiter.releaseSlot(turn.slot);
    expect(await limiter.renewSlot(turn.slot, 60_000)).toBe(false);
  });

  it('decides like the pure function', async () => {
    await agreesWithPureFunction(stage);
  });
});

it.each([
  { perMinute: -1 },
  { perMinute: Number.NaN },
  { perMinute: 1e-9 },
  { perMinute: 1, burst: 0 },
  { perMinute: 1, burst: 1.5 },
])('refuses the rate %j', (rate) => {
  expect(() => emissionOf(rate)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
});

it('rounds a rate so that it is never exceeded', () => {
  expect(emissionOf({ perMinute: 7 })).toEqual({ emissionUs: 8_571_429, burst: 1 });
});

/** Rates, clocks and waits in a fixed random sequence. */
async function agreesWithPureFunction({ engine }: Stage): Promise<void> {
  const rates = [RATE, { perMinute: 7, burst: 2 }, { perMinute: 600, burst: 1 }];
  let bucket: Bucket = NEW_BUCKET;
  let nowUs = START_US;
  let seed = 1;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let step = 0; step < 200; step++) {
    nowUs += random(10) === 0 ? -random(200_000_000) : random(3_000_000);
    const rate = rates[random(8) === 0 ? random(3) : 0]!;
    const n = 1 + random(rate.burst);
    const maxWaitMs = random(3) * 1_000;
    const expected = takeFrom(bucket, emissionOf(rate), { nowUs, n, maxWaitUs: maxWaitMs * 1_000 });
    const answer = await takeAt(tenantDatabase(engine.database, 't'), { key: 'k', rate, n, maxWaitMs }, nowUs);
    expect(answer, `step ${step}`).toMatchObject({
      granted: expected.granted,
      remaining: expected.remaining,
      resetMs: expected.resetUs / 1_000,
    });
    if (expected.granted) bucket = { tatUs: expected.tatUs, seenUs: expected.nowUs, ...emissionOf(rate) };
    else {
      const { tatUs, nowUs: seenUs } = current(bucket, emissionOf(rate), nowUs);
      const changed = bucket.emissionUs !== emissionOf(rate).emissionUs || bucket.seenUs - nowUs > CLOCK_STEP_US;
      if (changed) bucket = { tatUs, seenUs, ...emissionOf(rate) };
    }
  }
}
