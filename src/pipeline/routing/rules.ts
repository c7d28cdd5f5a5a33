import { queryBuilder, type TenantDatabase, type TenantExecutor } from '../../database/index.js';
import { sql } from 'kysely';
import { CasparianError, hint, newId } from '../../platform/index.js';
import { requireTopic } from '../registry/topic-name.js';
import type { PipelineSchema, RulesTable } from '../schema/tables.js';
import { recordEvent } from '../../events/index.js';
import { bumpRevision } from '../schema/revision.js';

export type Rule = Pick<RulesTable, 'pattern' | 'topic' | 'created_at'>;

/** Adds files that match the pattern to the topic. Returns whether the rule is new. */
export async function addRule(database: TenantDatabase, pattern: string, topic: string): Promise<boolean> {
  requireTopic(topic);
  if (pattern.trim() === '' || pattern.includes('\0')) throw unusablePattern();
  return database.transaction(async (tx) => {
    const added = await queryBuilder<PipelineSchema>(tx)
      .insertInto('cf_rules')
      .values({ id: newId(), tenant: tx.tenant, pattern, topic, created_at: sql<number>`cf_now()` })
      .onConflict((conflict) => conflict.columns(['tenant', 'pattern', 'topic']).doNothing())
      .returning('id')
      .execute();
    const [rule] = added;
    if (rule === undefined) return false;
    await bumpRevision(tx);
    const about = { aggregateType: 'rule', aggregateId: rule.id };
    await recordEvent(tx, { ...about, eventType: 'rule.added', payload: { pattern, topic } });
    return true;
  });
}

export async function listRules(database: TenantExecutor): Promise<Rule[]> {
  return queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_rules')
    .select(['pattern', 'topic', 'created_at'])
    .where('tenant', '=', database.tenant)
    .orderBy('pattern')
    .orderBy('topic')
    .execute();
}

/** Removes the rules of a pattern, or only the one with this topic. Jobs created by them stay. */
export async function removeRules(database: TenantDatabase, pattern: string, topic?: string): Promise<Rule[]> {
  const removed = await database.transaction(async (tx) => {
    const rows = await queryBuilder<PipelineSchema>(tx)
      .deleteFrom('cf_rules')
      .where('tenant', '=', tx.tenant)
      .where('pattern', '=', pattern)
      .$if(topic !== undefined, (query) => query.where('topic', '=', topic ?? ''))
      .returning(['id', 'pattern', 'topic', 'created_at'])
      .execute();
    if (rows.length > 0) await bumpRevision(tx);
    await recordEvent(
      tx,
      ...rows.map((rule) => ({
        ...{ eventType: 'rule.removed', aggregateType: 'rule', aggregateId: rule.id },
        payload: { pattern: rule.pattern, topic: rule.topic },
      })),
    );
    return rows.map(({ id: _, ...rule }) => rule);
  });
  if (removed.length > 0) return removed;
  const which = topic === undefined ? `'${pattern}'` : `'${pattern}' with the topic '${topic}'`;
  throw new CasparianError('RULE_NOT_FOUND', `There is no rule ${which}`, {
    next: [hint('List them', { action: 'rule.list' })],
  });
}

function unusablePattern(): CasparianError {
  return new CasparianError('OPTION_INVALID', 'The pattern of a rule cannot be empty', {
    next: [hint('For example', { action: 'rule.add', arguments: ['*.inv.csv'], options: { topic: 'invoices' } })],
  });
}
