import type { Database } from '../../../database/index.js';
import type { WebhookEndpoint } from '../endpoints/endpoint.js';
import { MAX_FAST_WAIT_MS } from '../webhook-job.js';
import { leaseShare, returnShares, type Share, SHARE_LEASE_MS } from './lease-share.js';
import { createSlotBudget, type Pace, SLOW_MS } from './slot-budget.js';

/** Whether a delivery may start now. */
export type Admission =
  | { readonly mayStart: true; readonly leave: (facts: { durationMs: number; responded: boolean }) => void }
  | { readonly mayStart: false; readonly waitMs: number };

export interface Gate {
  enter(endpoint: WebhookEndpoint): Promise<Admission>;
  close(): Promise<void>;
}

/** A delivery waits inside its worker slot if it is its turn within this time; otherwise it is snoozed. */
const MAX_TURN_MS = 100;
/** The lease is renewed when it has run for this long. */
const RENEW_AFTER_MS = 2_000;
/** No new delivery starts in the last part of a lease: the clocks are not exactly the same. */
const LEASE_MARGIN_MS = 1_000;
const MIN_WAIT_MS = 250;
const MAX_WAIT_MS = 300_000;

const WEIGHT_OF_NEWEST = 0.2;
/** The slots of an endpoint that has had no delivery for this long are returned, so that other workers can use them. */
const RETURN_AFTER_MS = 500;
/** Endpoints that have been idle for this long are forgotten. */
const FORGET_AFTER_MS = 600_000;

interface Line {
  inUse: number;
  /** Undefined until the first response. */
  averageMs: number | undefined;
  isSlow: boolean;
  /** The last attempt got no response. */
  isSilent: boolean;
  share: Share | undefined;
  leasedAt: number;
  renewal: Promise<void> | undefined;
  tokens: number;
  tokensAt: number;
  /** More deliveries were there than the share has slots. */
  isWaiting: boolean;
  giveBack: NodeJS.Timeout | undefined;
  returning: Promise<void> | undefined;
  /** Deliveries that wait for their turn inside their slots. */
  readonly queue: (() => void)[];
  lastUsedAt: number;
}

/**
 * Keeps to the limits of endpoints, and keeps slow endpoints from using up the worker:
 * - an endpoint gets one delivery at a time until it has responded within two seconds, and again after it has not;
 * - one endpoint uses at most half of the worker's slots; those that are slow or have not responded yet leave room for others (slot-budget.ts).
 */
export function createGate(options: {
  readonly database: Database;
  readonly worker: string;
  readonly concurrency: number;
  readonly now?: () => number;
  readonly random?: () => number;
}): Gate {
  const { database, worker, now = () => performance.now(), random = Math.random } = options;
  const half = Math.max(1, Math.floor(options.concurrency / 2));
  const lines = new Map<string, Line>();
  const budget = createSlotBudget(options.concurrency, now);

  return {
    enter: async (endpoint) => {
      const line = lineOf(endpoint);
      clearTimeout(line.giveBack);
      const share = await shareOf(endpoint, line);
      if (!share) return wait(line, endpoint);
      if (!isFull(line, share)) return start(line, endpoint, share);
      const turnMs = ((line.queue.length + 1) * (line.averageMs ?? Infinity)) / capOf(line, share);
      // Only those in use pass on a turn.
      if (line.inUse === 0 || turnMs > MAX_TURN_MS) return wait(line, endpoint);
      await new Promise<void>((resolve) => line.queue.push(resolve));
      const admission = isFull(line, share) ? wait(line, endpoint) : start(line, endpoint, share);
      // A delivery that does not use its turn passes it on.
      if (!admission.mayStart) line.queue.shift()?.();
      return admission;
    },
    close: () => {
      for (const line of lines.values()) clearTimeout(line.giveBack);
      return returnShares(database, worker);
    },
  };

  function start(line: Line, endpoint: WebhookEndpoint, share: Share): Admission {
    if (!takeToken(line, endpoint, share)) return wait(line, endpoint);
    line.inUse++;
    const flight = budget.start(paceOf(line), () => (line.isSlow = true));
    return {
      mayStart: true,
      leave: ({ durationMs, responded }) => {
        line.inUse--;
        budget.end(flight);
        line.isSilent = !responded;
        line.isSlow = !responded || durationMs > SLOW_MS;
        const averageMs = line.averageMs ?? durationMs;
        line.averageMs = averageMs + (durationMs - averageMs) * WEIGHT_OF_NEWEST;
        line.queue.shift()?.();
        if (line.inUse === 0) giveBackSoon(endpoint, line);
      },
    };
  }

  function giveBackSoon({ id }: WebhookEndpoint, line: Line): void {
    clearTimeout(line.giveBack);
    line.giveBack = setTimeout(() => {
      if (line.inUse > 0 || line.renewal) return;
      line.share = undefined;
      // If it fails, the lease expires.
      line.returning = returnShares(database, worker, id).catch(() => undefined);
    }, RETURN_AFTER_MS);
    line.giveBack.unref();
  }

  function isFull(line: Line, share: Share): boolean {
    if (line.inUse >= share.slots) line.isWaiting = true;
    return line.inUse >= capOf(line, share) || !budget.hasRoom(paceOf(line));
  }

  function capOf(line: Line, share: Share): number {
    return Math.min(paceOf(line) === 'known' ? half : 1, share.slots);
  }

  function paceOf({ isSlow, averageMs }: Line): Pace {
    if (isSlow) return 'slow';
    return averageMs === undefined ? 'new' : 'known';
  }

  /** The rate is divided between workers like the slots. */
  function takeToken(line: Line, { maxPerSecond }: WebhookEndpoint, { slots, limit }: Share): boolean {
    if (maxPerSecond === null) return true;
    const perSecond = (maxPerSecond * slots) / limit;
    const at = now();
    const burst = Math.max(1, perSecond);
    line.tokens = Math.min(burst, line.tokens + ((at - line.tokensAt) / 1_000) * perSecond);
    line.tokensAt = at;
    if (line.tokens < 1) return false;
    line.tokens--;
    return true;
  }

  /**
   * About as long as the backlog takes, so that a delivery is looked at a few times however many there are. The estimate can be wrong, so an
   * endpoint that responds is never left waiting for long.
   */
  function wait(line: Line, { maxPerSecond }: WebhookEndpoint): Admission {
    const { backlog = 1, slots = 1 } = line.share ?? {};
    // Of one that has not responded yet, no more is known than that.
    const takesMs = line.averageMs ?? (line.isSlow ? SLOW_MS : 0);
    const eachMs = takesMs / Math.max(1, Math.min(half, slots));
    const rateMs = maxPerSecond === null ? 0 : 1_000 / maxPerSecond;
    const backlogMs = backlog * Math.max(eachMs, rateMs);
    const waitMs = line.isSlow ? backlogMs * (0.5 + random()) : backlogMs * random() * 0.5;
    const atMost = line.isSilent || maxPerSecond !== null ? MAX_WAIT_MS : MAX_FAST_WAIT_MS;
    return { mayStart: false, waitMs: Math.min(atMost, Math.max(MIN_WAIT_MS, waitMs)) };
  }

  async function shareOf(endpoint: WebhookEndpoint, line: Line): Promise<Share | undefined> {
    const age = now() - line.leasedAt;
    const isEmpty = line.share?.slots === 0 && age > MIN_WAIT_MS;
    if (line.share && !isEmpty && age < SHARE_LEASE_MS - LEASE_MARGIN_MS) {
      if (age > RENEW_AFTER_MS) void renew(endpoint, line).catch(() => undefined);
      return line.share;
    }
    await renew(endpoint, line);
    return line.share;
  }

  function renew({ tenant, id: endpointId }: WebhookEndpoint, line: Line): Promise<void> {
    line.renewal ??= (async () => {
      // Otherwise the return could delete the new lease.
      await line.returning;
      const begun = now();
      try {
        const { inUse, isWaiting } = line;
        const held = line.share?.slots ?? 0;
        line.share = await leaseShare(database, { tenant, endpointId, worker, held, inUse, isWaiting });
        line.leasedAt = begun;
        line.isWaiting = line.share.slots === 0;
      } finally {
        line.renewal = undefined;
      }
    })();
    return line.renewal;
  }

  function lineOf({ id, failingSince }: WebhookEndpoint): Line {
    const at = now();
    let line = lines.get(id);
    if (!line) {
      forgetIdle(at);
      const nothing = {
        averageMs: undefined,
        share: undefined,
        renewal: undefined,
        giveBack: undefined,
        returning: undefined,
      };
      line = {
        ...nothing,
        // After a restart, an endpoint that fails is not given the chance of a new one.
        isSlow: failingSince !== null,
        isSilent: false,
        isWaiting: false,
        inUse: 0,
        leasedAt: -Infinity,
        tokens: 1,
        tokensAt: at,
        queue: [],
        lastUsedAt: at,
      };
      lines.set(id, line);
    }
    line.lastUsedAt = at;
    return line;
  }

  function forgetIdle(at: number): void {
    for (const [id, { inUse, lastUsedAt }] of lines) {
      if (inUse === 0 && at - lastUsedAt > FORGET_AFTER_MS) lines.delete(id);
    }
  }
}
