import { sql } from 'kysely';
import { type Executor, queryBuilder } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import type { EventsSchema } from '../schema/tables.js';
import type { EventFilter } from './event-filter.js';

const BEGINNING = /^[0-9a-f]{4}[0-9a-f-]*$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHOWN = 5;

/**
 * The filter with the whole id, if it has the unique beginning of one: tables print such beginnings. Names are never completed. The
 * type limits how many ids are compared: the index begins with tenant and type.
 */
export async function withWholeAggregateId(
  database: Executor,
  tenant: string,
  filter: EventFilter,
): Promise<EventFilter> {
  const { aggregateType, aggregateId } = filter;
  const beginning = aggregateId?.toLowerCase() ?? '';
  if (UUID.test(beginning)) return { ...filter, aggregateId: beginning };
  if (aggregateType === undefined || !BEGINNING.test(beginning)) return filter;
  const rows = await queryBuilder<EventsSchema>(database)
    .selectFrom('cf_events')
    .select('aggregate_id')
    .distinct()
    .where('tenant', '=', tenant)
    .where('aggregate_type', '=', aggregateType)
    .where(sql<string>`substr(aggregate_id, 1, ${sql.lit(beginning.length)})`, '=', beginning)
    .orderBy('aggregate_id')
    .execute();
  const ids = rows.map((row) => row.aggregate_id).filter((id) => UUID.test(id));
  const [only, ...others] = ids;
  if (only === undefined || rows.some((row) => row.aggregate_id === aggregateId)) return filter;
  if (others.length === 0) return { ...filter, aggregateId: only };
  throw new CasparianError('ID_AMBIGUOUS', `Several ids begin with ${beginning}`, {
    why: `For example ${ids.slice(0, SHOWN).join(', ')}.`,
    next: ['Write more of the id.'],
  });
}
