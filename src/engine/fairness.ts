import type { Lane, Take } from './store.js';

/**
 * Shares a worker's claims among tenants (stride scheduling). Each tenant's pass counts how many jobs it was given; the
 * lowest pass goes first, so that a tenant with a million jobs and one with a single job get equal turns. Within a
 * tenant the order is priority, then run_at. A tenant that returns joins at the lowest pass of those present: it is
 * served next, but cannot make up for missed turns.
 */
export class TenantShares {
  private passes = new Map<string, number>();

  /** How many jobs to take from which lanes. Quotas add up to `wanted`, as far as there are tenants with work. */
  plan(lanes: readonly Lane[], wanted: number): Take[] {
    const tenants = this.inTurn(lanes);
    const takes: Take[] = [];
    let left = wanted;
    tenants.forEach(([tenant, own], index) => {
      const share = Math.ceil(left / (tenants.length - index));
      if (share === 0) return;
      left -= share;
      takes.push(...splitAmongLanes(own, share));
      this.passes.set(tenant, this.passes.get(tenant) ?? 0);
    });
    return takes;
  }

  charge(tenant: string, jobs: number): void {
    this.passes.set(tenant, (this.passes.get(tenant) ?? 0) + jobs);
  }

  private inTurn(lanes: readonly Lane[]): [string, Lane[]][] {
    const byTenant = new Map<string, Lane[]>();
    for (const lane of lanes) {
      const own = byTenant.get(lane.tenant);
      if (own) own.push(lane);
      else byTenant.set(lane.tenant, [lane]);
    }
    for (const own of byTenant.values()) own.sort(byOrder);
    this.join([...byTenant.keys()]);
    const pass = (tenant: string): number => this.passes.get(tenant) ?? 0;
    const first = (own: Lane[]): Lane => own[0] as Lane;
    return [...byTenant].sort(([a, ownA], [b, ownB]) => pass(a) - pass(b) || byOrder(first(ownA), first(ownB)));
  }

  /** Only tenants with work are kept; new ones start at the lowest existing pass. */
  private join(active: readonly string[]): void {
    let level = Infinity;
    for (const tenant of active) level = Math.min(level, this.passes.get(tenant) ?? Infinity);
    if (level === Infinity) level = 0;
    this.passes = new Map(active.map((tenant) => [tenant, this.passes.get(tenant) ?? level]));
  }
}

/** The best priority gets the whole share. Lanes of the same priority split it, the longest waiting one first. */
function splitAmongLanes(lanes: readonly Lane[], share: number): Take[] {
  const best = lanes.filter((lane) => lane.priority === lanes[0]?.priority);
  let left = share;
  return best.flatMap((lane, index) => {
    const quota = Math.ceil(left / (best.length - index));
    left -= quota;
    return quota === 0 ? [] : [{ ...lane, quota }];
  });
}

function byOrder(a: Lane, b: Lane): number {
  return a.priority - b.priority || a.headRunAt - b.headRunAt;
}
