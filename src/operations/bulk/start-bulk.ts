import { tenantTransaction } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError } from '../../platform/index.js';
import type { TenantScope } from '../tenant-scope.js';
import { BULK_JOB } from './bulk-job.js';
import { type BulkRequest, countAsOf } from './bulk-request.js';
import { addBulk } from './bulk-state.js';

export interface StartBulkOptions {
  /** How many the user saw. */
  readonly expected: number;
  readonly idempotencyKey?: string | undefined;
}

/** Starts a bulk operation, if as many jobs or rows match as expected. Returns the id of its job. */
export async function startBulk(
  { engine, tenant, database }: TenantScope,
  request: BulkRequest,
  { expected, idempotencyKey }: StartBulkOptions,
): Promise<string> {
  const { target, action, filter } = request;
  const askedAt = await databaseNow(database);
  // Not in the transaction: counting a million takes time, in which no other process could write to SQLite.
  const matched = await countAsOf(database, request, askedAt);
  return engine.transaction(async (scope) => {
    const tx = tenantTransaction(scope, tenant, database.actor);
    const options = { tenant, idempotencyKey, transaction: scope };
    const { id, deduplicated } = await engine.enqueue(BULK_JOB, { target, action, expected }, options);
    // A repeated request: its first one has changed the count.
    if (deduplicated) return id;
    requireExpected(request, expected, matched);
    await addBulk(tx, id, { request, expected, askedAt });
    await recordEvent(tx, {
      ...{ eventType: 'bulk.started', aggregateType: 'job', aggregateId: id },
      payload: { target, action, filter: plain(filter), expected },
    });
    return id;
  });
}

/** Events have no absent members. */
function plain(filter: BulkRequest['filter']): Record<string, unknown> {
  return JSON.parse(JSON.stringify(filter)) as Record<string, unknown>;
}

/** Otherwise, the user has decided about another set of jobs or rows. */
function requireExpected({ target }: BulkRequest, expected: number, matched: number): void {
  if (matched === expected) return;
  const count = (number: number): string => number.toLocaleString('en-US');
  const what = target === 'jobs' ? 'job' : 'quarantined row';
  const actual = matched === 1 ? `1 ${what} matches` : `${count(matched)} ${what}s match`;
  throw new CasparianError(
    'BULK_COUNT_DIFFERS',
    `${actual}, but ${expected === 1 ? '1 was' : `${count(expected)} were`} expected`,
    {
      why: 'They changed since they were counted. Nothing was changed.',
      next: ['Look at what matches now, and confirm the new number.'],
      facts: { matched, expected },
    },
  );
}
