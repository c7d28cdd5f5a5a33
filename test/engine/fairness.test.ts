import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TenantShares } from '../../src/engine/fairness.js';
import type { Lane, Take } from '../../src/engine/store.js';

const lane = (tenant: string, values: Partial<Lane> = {}): Lane => ({
  ...{ queue: 'q', tenant, type: 't', priority: 2, headRunAt: 0 },
  ...values,
});

const total = (takes: readonly Take[]): number => takes.reduce((sum, take) => sum + take.quota, 0);
const quotaOf = (takes: readonly Take[], tenant: string): number =>
  total(takes.filter((take) => take.tenant === tenant));

const lanes = fc.uniqueArray(
  fc.record({
    queue: fc.constantFrom('q1', 'q2'),
    tenant: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    type: fc.constantFrom('t1', 't2'),
    priority: fc.integer({ min: 0, max: 3 }),
    headRunAt: fc.nat(1_000),
  }),
  { selector: ({ queue, tenant, type, priority }) => `${queue}/${tenant}/${type}/${priority}` },
);

describe('sharing claims among tenants', () => {
  test('nothing is planned where there is nothing', () => {
    expect(new TenantShares().plan([], 10)).toEqual([]);
    expect(new TenantShares().plan([lane('a')], 0)).toEqual([]);
  });

  test('tenants get equal shares, whoever asks first', () => {
    const takes = new TenantShares().plan([lane('a'), lane('b'), lane('c')], 10);
    expect(['a', 'b', 'c'].map((tenant) => quotaOf(takes, tenant)).sort()).toEqual([3, 3, 4]);
  });

  test('within a tenant, the best priority gets all', () => {
    const takes = new TenantShares().plan([lane('a', { priority: 3 }), lane('a', { priority: 1 })], 5);
    expect(takes).toEqual([{ ...lane('a', { priority: 1 }), quota: 5 }]);
  });

  test("a tenant's critical jobs do not push aside another tenant's low ones", () => {
    const takes = new TenantShares().plan([lane('a', { priority: 0 }), lane('b', { priority: 3 })], 10);
    expect([quotaOf(takes, 'a'), quotaOf(takes, 'b')]).toEqual([5, 5]);
  });

  test('lines of the same priority share, the one that waits longest first', () => {
    const early = lane('a', { queue: 'q1', headRunAt: 5 });
    const late = lane('a', { queue: 'q2', headRunAt: 9 });
    expect(new TenantShares().plan([late, early], 3)).toEqual([
      { ...early, quota: 2 },
      { ...late, quota: 1 },
    ]);
  });

  test('quotas add up to what is wanted, each is at least one, and each lane is there at most once', () => {
    fc.assert(
      fc.property(lanes, fc.integer({ min: 1, max: 300 }), (some, wanted) => {
        const takes = new TenantShares().plan(some, wanted);
        expect(total(takes)).toBe(some.length === 0 ? 0 : wanted);
        expect(takes.every((take) => take.quota >= 1)).toBe(true);
        const keys = takes.map((take) => [take.queue, take.tenant, take.type, take.priority].join('/'));
        expect(new Set(keys).size).toBe(keys.length);
        for (const take of takes) {
          const better = some.filter((other) => other.tenant === take.tenant && other.priority < take.priority);
          expect(better).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('planning does not change the lanes it is given', () => {
    const some = Object.freeze([Object.freeze(lane('a')), Object.freeze(lane('b', { priority: 0 }))]);
    expect(() => new TenantShares().plan(some, 7)).not.toThrow();
  });

  test('however the others flood, a tenant with work is served within as many claims as there are tenants', () => {
    const step = fc.record({
      wanted: fc.integer({ min: 1, max: 8 }),
      arrivals: fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 50 })), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
        const shares = new TenantShares();
        const waiting = [500, 0, 0, 0, 0, 0];
        const unserved = waiting.map(() => 0);
        for (const { wanted, arrivals } of steps) {
          for (const [tenant, count] of arrivals) waiting[tenant]! += count;
          const present = waiting.flatMap((count, tenant) => (count > 0 ? [tenant] : []));
          const takes = shares.plan(
            present.map((tenant) => lane(`t${tenant}`, { headRunAt: tenant })),
            wanted,
          );
          for (const tenant of present) {
            const served = Math.min(waiting[tenant]!, quotaOf(takes, `t${tenant}`));
            shares.charge(`t${tenant}`, served);
            waiting[tenant]! -= served;
            unserved[tenant] = served > 0 ? 0 : unserved[tenant]! + 1;
            expect(unserved[tenant]).toBeLessThanOrEqual(waiting.length);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('tenants that always have work are served evenly in the long run', () => {
    const shares = new TenantShares();
    const served = { a: 0, b: 0, c: 0 };
    for (let claim = 0; claim < 300; claim++) {
      for (const { tenant, quota } of shares.plan([lane('a'), lane('b'), lane('c')], 1)) {
        shares.charge(tenant, quota);
        served[tenant as keyof typeof served] += quota;
      }
    }
    expect(served).toEqual({ a: 100, b: 100, c: 100 });
  });

  test('a tenant that was away does not get the turns it did not ask for', () => {
    const shares = new TenantShares();
    for (let claim = 0; claim < 100; claim++) {
      for (const { tenant, quota } of shares.plan([lane('a')], 1)) shares.charge(tenant, quota);
    }
    const turns: string[] = [];
    for (let claim = 0; claim < 20; claim++) {
      for (const { tenant, quota } of shares.plan([lane('a'), lane('b')], 1)) {
        shares.charge(tenant, quota);
        turns.push(tenant);
      }
    }
    expect(turns.filter((tenant) => tenant === 'b')).toHaveLength(10);
    expect(turns.slice(0, 2)).toContain('b');
  });

  test('serves more tenants than a call of a function takes arguments', () => {
    const shares = new TenantShares();
    const many = Array.from({ length: 200_000 }, (_, index) => lane(`t${index}`));
    for (const { tenant, quota } of shares.plan(many, 3)) shares.charge(tenant, quota);
    expect(shares.plan(many, 3)).toHaveLength(3);
  });
});
