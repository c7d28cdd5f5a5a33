import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/index.js';
import { type ChangedTenants, createJobChanges } from '../../engine/index.js';
import { createSettledReader, type PlacedEvent } from '../../events/index.js';
import { errorMessage, type Logger } from '../../platform/index.js';

/** What happened to the rows of one tenant between two looks. */
export interface Changes {
  readonly areJobsChanged: boolean;
  readonly events: readonly PlacedEvent[];
  /** Where a stream that has seen them continues. */
  readonly position: number;
}

export interface Listener {
  readonly tenant: string;
  /** Called after every look, also if nothing changed. */
  readonly onLook: (changes: Changes) => void;
}

/** One for all streams of a process. It reads the database while at least one stream is open. */
export interface ChangeHub {
  /** From the next look on. Resolves with the position from which the listener is told everything. */
  listen(listener: Listener): Promise<number>;
  leave(listener: Listener): void;
}

const HUBS = new WeakMap<Database, ChangeHub>();

/** The hub of a database: all streams of a process share it. */
export function changeHubOf(database: Database, logger: Logger): ChangeHub {
  let hub = HUBS.get(database);
  if (!hub) HUBS.set(database, (hub = createChangeHub(database, logger)));
  return hub;
}

/** Changes of this long are told together. Two looks at most until an event of PostgreSQL is final: a second. */
const LOOK_EVERY_MS = 500;

function createChangeHub(database: Database, logger: Logger): ChangeHub {
  const listeners = new Set<Listener>();
  const waiting: { readonly listener: Listener; readonly resolve: (position: number) => void }[] = [];
  let running = false;

  async function run(): Promise<void> {
    const jobChanges = createJobChanges(database);
    const reader = createSettledReader(database);
    while (listeners.size + waiting.length > 0) {
      try {
        const changed = await jobChanges();
        const events = await reader.read();
        const position = reader.position();
        if (position !== undefined) tell(listeners, changed, events, position);
        for (const { listener, resolve } of position === undefined ? [] : waiting.splice(0)) {
          listeners.add(listener);
          resolve(position as number);
        }
      } catch (error) {
        logger.warn({ error: errorMessage(error) }, 'Changes could not be read for streams, trying again');
      }
      await sleep(LOOK_EVERY_MS, undefined, { ref: false });
    }
    running = false;
  }

  return {
    listen: (listener) =>
      new Promise((resolve) => {
        waiting.push({ listener, resolve });
        if (running) return;
        running = true;
        void run();
      }),
    leave(listener) {
      listeners.delete(listener);
      const index = waiting.findIndex((one) => one.listener === listener);
      if (index >= 0) waiting.splice(index, 1);
    },
  };
}

function tell(
  listeners: ReadonlySet<Listener>,
  changed: ChangedTenants,
  events: readonly PlacedEvent[],
  position: number,
): void {
  const byTenant = new Map<string, PlacedEvent[]>();
  for (const event of events) {
    const own = byTenant.get(event.tenant);
    if (own) own.push(event);
    else byTenant.set(event.tenant, [event]);
  }
  for (const { tenant, onLook } of listeners) {
    const areJobsChanged = changed === 'all' || changed.has(tenant);
    onLook({ areJobsChanged, events: byTenant.get(tenant) ?? [], position });
  }
}
