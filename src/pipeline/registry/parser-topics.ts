import { queryBuilder, type TenantDatabase, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { bumpRevision } from '../schema/revision.js';
import type { PipelineSchema } from '../schema/tables.js';
import { parserNamed } from './find-parsers.js';
import { requireTopic } from './topic-name.js';

/** Subscribes a registered parser to topics. Returns the new ones. */
export async function addTopics(database: TenantDatabase, name: string, topics: readonly string[]): Promise<string[]> {
  for (const topic of topics) requireTopic(topic);
  await parserNamed(database, name);
  return database.transaction(async (tx) => {
    await bumpRevision(tx);
    const added = await subscribe(tx, name, topics);
    await recordChange(tx, name, { added });
    return added;
  });
}

/** Ends subscriptions. Returns the ended ones. Existing outputs are kept. */
export async function removeTopics(
  database: TenantDatabase,
  name: string,
  topics: readonly string[],
): Promise<string[]> {
  await parserNamed(database, name);
  return database.transaction(async (tx) => {
    await bumpRevision(tx);
    const rows = await queryBuilder<PipelineSchema>(tx)
      .deleteFrom('cf_parser_topics')
      .where('tenant', '=', tx.tenant)
      .where('parser', '=', name)
      .where('topic', 'in', [...topics])
      .returning('topic')
      .execute();
    const removed = rows.map(({ topic }) => topic).sort();
    await recordChange(tx, name, { removed });
    return removed;
  });
}

async function recordChange(
  tx: TenantTransaction,
  name: string,
  { added = [], removed = [] }: { added?: readonly string[]; removed?: readonly string[] },
): Promise<void> {
  if (added.length + removed.length === 0) return;
  await recordEvent(tx, {
    ...{ eventType: 'parser.topics_changed', aggregateType: 'parser', aggregateId: name },
    payload: { added, removed },
  });
}

/** For callers whose transaction already bumps the revision. */
export async function subscribe(tx: TenantTransaction, name: string, topics: readonly string[]): Promise<string[]> {
  if (topics.length === 0) return [];
  const rows = await queryBuilder<PipelineSchema>(tx)
    .insertInto('cf_parser_topics')
    .values([...new Set(topics)].map((topic) => ({ tenant: tx.tenant, parser: name, topic })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('topic')
    .execute();
  return rows.map(({ topic }) => topic).sort();
}
