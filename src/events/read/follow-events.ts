import { type Database, type Executor, queryBuilder } from '../../database/index.js';
import type { EventRecord } from '../log/event.js';
import type { EventsSchema } from '../schema/tables.js';
import { currentMoment, lastPosition, type Moment } from './commit-order.js';
import { type EventFilter, matchesFilter } from './event-filter.js';
import { EVENT_COLUMNS, eventOfRow } from './event-row.js';

export interface FollowOptions extends EventFilter {
  readonly tenant: string;
  /** Resolves when it is time to look again, or when the following should end. */
  readonly nextLook: () => Promise<void>;
  readonly signal: AbortSignal;
}

const ROWS_PER_PAGE = 1_000;
/** Positions before the last one that a running transaction may still fill. */
const LOOK_BACK = 1_000;

/**
 * Yields events that are committed from now on, each once. On PostgreSQL a transaction that began earlier can commit later, with a
 * lower position; such events are yielded late, not lost.
 */
export async function* followEvents(database: Database, options: FollowOptions): AsyncGenerator<EventRecord> {
  const reader = createReader(database, options, Math.max(0, (await lastPosition(database)) - LOOK_BACK));
  // What is there already is known from now on. What is missing there belongs to transactions that still run.
  await reader();
  while (!options.signal.aborted) {
    yield* await reader();
    await options.nextLook();
  }
}

/** Reads new events. Everything up to `settled` has been yielded, and nothing can appear there any more. */
function createReader(database: Executor, options: FollowOptions, from: number): () => Promise<EventRecord[]> {
  let settled = from;
  const seen = new Set<number>();
  /** Once all transactions that ran at `moment` are over, nothing can appear up to `position`. */
  let pending: { moment: Moment; position: number } | undefined;
  return async () => {
    const found: EventRecord[] = [];
    let last = settled;
    for (;;) {
      const rows = await page(database, options, last);
      for (const { position, ...row } of rows) {
        if (!seen.has(position)) found.push(eventOfRow(row));
        seen.add(position);
        last = position;
      }
      if (rows.length < ROWS_PER_PAGE) break;
    }
    // Taken after the rows: a transaction that began between the two could hold a position before the last one.
    const moment = database.dialect === 'postgres' ? await currentMoment(database) : undefined;
    // SQLite has one writer, so positions appear in order.
    if (moment === undefined) settle(last);
    else if (pending === undefined) pending = { moment, position: last };
    else if (moment.oldest >= pending.moment.next) {
      settle(pending.position);
      pending = { moment, position: last };
    }
    return found;
  };

  function settle(position: number): void {
    settled = position;
    for (const one of seen) if (one <= position) seen.delete(one);
  }
}

function page(database: Executor, { tenant, nextLook: _, signal: __, ...filter }: FollowOptions, after: number) {
  return queryBuilder<EventsSchema>(database)
    .selectFrom('cf_events')
    .select('position')
    .select(EVENT_COLUMNS)
    .where('tenant', '=', tenant)
    .where('position', '>', after)
    .where((eb) => matchesFilter(eb, database.dialect, filter))
    .orderBy('position')
    .limit(ROWS_PER_PAGE)
    .execute();
}
