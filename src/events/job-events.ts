import type { Executor, TransactionScope } from '../database/index.js';
import type { Transition, TransitionHook } from '../engine/index.js';
import { matchesPattern } from './event-pattern.js';
import type { NewEvent } from './log/event.js';
import { recordEvents } from './record-events.js';

/** What a tenant asks to be told about. */
export interface EventInterest {
  readonly tenant: string;
  wants(eventType: string): boolean;
}

export interface JobEventOptions {
  /** Patterns of job types whose endings become events in any case. */
  readonly jobTypes: readonly string[];
  /** The subscriptions of all tenants. */
  readonly subscriptions?: (database: Executor) => Promise<readonly EventInterest[]>;
}

/** The transition hook that records endings of jobs, and whether there is anything for it to do. */
export interface JobEvents {
  readonly hook: TransitionHook;
  /** Cheap: it is asked for every batch of endings. */
  readonly isWanted: () => boolean;
  /** From now on, looks up the subscriptions in this database every second while jobs end. */
  readonly watch: (database: Executor) => void;
}

/** A new subscription takes effect after this time at the latest. */
const LOOK_EVERY_MS = 1_000;

const ENDINGS = ['completed', 'completed_with_warnings', 'failed', 'dead_letter', 'cancelled'] as const;

/** Their endings would cause deliveries, whose endings would cause deliveries … */
const NEVER = new Set(['DELIVER_WEBHOOK']);

export function createJobEvents({ jobTypes, subscriptions }: JobEventOptions): JobEvents {
  /** Undefined until they were looked up: then the hook does that. */
  let interests: readonly EventInterest[] | undefined = subscriptions ? undefined : [];
  let watched: Executor | undefined;
  let lookedAt = -Infinity;
  let freshUntil = -Infinity;

  async function look(database: Executor): Promise<readonly EventInterest[]> {
    lookedAt = performance.now();
    interests = (await subscriptions?.(database)) ?? [];
    freshUntil = lookedAt + 2 * LOOK_EVERY_MS;
    return interests;
  }

  /** After a time without endings, what is known is too old: the hook looks before the first of them. */
  function isStale(): boolean {
    return subscriptions !== undefined && performance.now() > freshUntil;
  }

  function lookNowAndThen(): void {
    if (!subscriptions || watched === undefined || performance.now() - lookedAt < LOOK_EVERY_MS) return;
    // In the background, so that no ending waits for it. If it fails, the next one tries again.
    void look(watched).catch(() => undefined);
  }

  return {
    watch: (database) => {
      watched = database;
      lookNowAndThen();
    },
    isWanted: () => {
      lookNowAndThen();
      return jobTypes.length > 0 || interests === undefined || isStale() || interests.some(wantsEndings);
    },
    hook: async (tx, transitions) => {
      const current = interests === undefined || isStale() ? await look(tx) : interests;
      const wanted = transitions.filter(
        ({ type, tenant, to }) =>
          !NEVER.has(type) &&
          (jobTypes.some((pattern) => matchesPattern(pattern, type)) ||
            current.some((interest) => interest.tenant === tenant && interest.wants(`job.${to}`))),
      );
      await recordEndings(tx, wanted);
    },
  };
}

function wantsEndings(interest: EventInterest): boolean {
  return ENDINGS.some((ending) => interest.wants(`job.${ending}`));
}

async function recordEndings(tx: TransactionScope, transitions: readonly Transition[]): Promise<void> {
  const byTenant = new Map<string, NewEvent[]>();
  for (const transition of transitions) {
    const events = byTenant.get(transition.tenant);
    if (events) events.push(eventOf(transition));
    else byTenant.set(transition.tenant, [eventOf(transition)]);
  }
  for (const [tenant, events] of byTenant) await recordEvents(tx, tenant, events);
}

/** Without payload and result: they may be private, and may contain numbers that have no canonical form. */
function eventOf({ id, type, queue, from, to, fence, attempts, error, parentJobId }: Transition): NewEvent {
  return {
    ...{ eventType: `job.${to}`, aggregateType: 'job', aggregateId: id, actor: null },
    payload: {
      ...{ type, queue, status: to, previous_status: from, fence, attempts, parent_job_id: parentJobId },
      error: error && { code: error.code, message: wellFormed(error.message) },
    },
  };
}

/** The text of a program may be cut in the middle of a character, and a lone half has no canonical form. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
