import { type Executor, queryBuilder, type TransactionScope } from '../../database/index.js';
import { requireName } from '../names.js';
import { type QueueLimit, queueLimitOf } from '../queue-limit.js';
import type { EngineSchema } from '../schema/tables.js';
import { ALL_TENANTS, boundsOf, keyOfQueue } from './declared-limits.js';
import { lockLimits } from './limit-states.js';
import { wakeAll } from './wake.js';

/** Sets or, with null for both, removes the limit of a queue. Waiting jobs are looked at again. */
export async function setQueueLimit(tx: TransactionScope, { queue, concurrency, rate }: QueueLimit): Promise<void> {
  // Fails before anything is written if the values are invalid.
  const { rate: emission } = boundsOf({ concurrency: concurrency ?? undefined, rate: rate ?? undefined });
  const columns = { concurrency, rate_per_minute: rate?.perMinute ?? null, burst: emission?.burst ?? null };
  const name = { tenant: ALL_TENANTS, key: keyOfQueue(requireName('queue', queue)) };
  await lockLimits(tx, [name]);
  await queryBuilder<EngineSchema>(tx)
    .insertInto('cf_queues')
    .values({ name: queue, ...columns })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
    .execute();
  await wakeAll(tx, name);
}

export async function queueLimits(database: Executor): Promise<QueueLimit[]> {
  const rows = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_queues')
    .select(['name', 'concurrency', 'rate_per_minute', 'burst'])
    .where((eb) => eb.or([eb('concurrency', 'is not', null), eb('rate_per_minute', 'is not', null)]))
    .orderBy('name')
    .execute();
  return rows.map(queueLimitOf);
}
