import { type Executor, queryBuilder } from '../../database/index.js';
import type { EventsSchema } from '../schema/tables.js';
import { currentMoment, lastPosition, type Moment } from './commit-order.js';

/** An event without its payload, and its place in the order of commits. */
export interface PlacedEvent {
  readonly position: number;
  readonly tenant: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly aggregateType: string;
  readonly aggregateId: string;
  readonly actor: string | null;
  readonly occurredAt: string;
}

/** Reads the events of all tenants as they become final. */
export interface SettledReader {
  /** Every event up to here is committed, and none can appear there any more. Undefined until that is known. */
  position(): number | undefined;
  /** The events that became final since the last call, in order; the first call only finds the place. */
  read(): Promise<PlacedEvent[]>;
}

/** A burst of events is read in several calls, so that memory stays bounded. */
const MAX_EVENTS_PER_READ = 5_000;

/**
 * On PostgreSQL a transaction that began earlier can commit later, with a lower position. A reader that continues behind a position must not
 * miss it. So events are read only when all transactions that could still write before them are over: mostly one look later.
 */
export function createSettledReader(database: Executor): SettledReader {
  let settled: number | undefined;
  let final: number | undefined;
  let pending: { readonly moment: Moment; readonly position: number } | undefined;

  async function look(): Promise<void> {
    const position = await lastPosition(database);
    if (database.dialect === 'sqlite') return void (final = position);
    // Read after the position: transactions that took a number up to it are in this moment.
    const moment = await currentMoment(database);
    if (pending && moment.oldest < pending.moment.next) return;
    if (pending) final = pending.position;
    pending = { moment, position };
  }

  return {
    position: () => settled,
    async read() {
      await look();
      if (final === undefined || final === settled) return [];
      if (settled === undefined) {
        settled = final;
        return [];
      }
      const events = await readPlaced(database, { after: settled, upTo: final, limit: MAX_EVENTS_PER_READ });
      settled = events.length < MAX_EVENTS_PER_READ ? final : (events.at(-1)?.position ?? final);
      return events;
    },
  };
}

/** Events between two positions, without their payloads. */
export async function readPlaced(
  database: Executor,
  { tenant, after, upTo, limit }: { tenant?: string; after: number; upTo: number; limit: number },
): Promise<PlacedEvent[]> {
  return queryBuilder<EventsSchema>(database)
    .selectFrom('cf_events')
    .select(['position', 'tenant', 'event_id as eventId', 'event_type as eventType', 'aggregate_type as aggregateType'])
    .select(['aggregate_id as aggregateId', 'actor', 'occurred_at as occurredAt'])
    .where('position', '>', after)
    .where('position', '<=', upTo)
    .$if(tenant !== undefined, (query) => query.where('tenant', '=', tenant ?? ''))
    .orderBy('position')
    .limit(limit)
    .execute();
}
