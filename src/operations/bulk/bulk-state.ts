import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import type { BulkRequest } from './bulk-request.js';
import type { BulkSchema, BulkTable } from './tables.js';

/** What was asked, and how far the operation is. */
export interface BulkState extends Omit<BulkTable, 'tenant' | 'job_id' | 'request'> {
  readonly request: BulkRequest;
}

/** One batch: where the next one begins, and what was done. */
export interface BatchCounts {
  readonly next: string | null;
  readonly changed: number;
  readonly skipped: number;
}

/** How long finished operations can be looked up. */
const KEPT_MS = 365 * 86_400_000;

/** Undefined for a job that `startBulk` did not enqueue. */
export async function bulkState(database: TenantExecutor, jobId: string): Promise<BulkState | undefined> {
  const row = await queryBuilder<BulkSchema>(database)
    .selectFrom('cf_bulk')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { tenant: _, job_id: __, request, ...rest } = row;
  return { ...rest, request: JSON.parse(request) as BulkRequest };
}

/** Stores a new operation, and forgets those of last year. */
export async function addBulk(
  tx: TenantTransaction,
  jobId: string,
  {
    request,
    expected,
    askedAt,
  }: { readonly request: BulkRequest; readonly expected: number; readonly askedAt: number },
): Promise<void> {
  const builder = queryBuilder<BulkSchema>(tx);
  await builder
    .deleteFrom('cf_bulk')
    .where('tenant', '=', tx.tenant)
    .where('asked_at', '<', askedAt - KEPT_MS)
    .execute();
  await builder
    .insertInto('cf_bulk')
    .values({
      ...{ tenant: tx.tenant, job_id: jobId, request: JSON.stringify(request), expected, actor: tx.actor },
      ...{ asked_at: askedAt, last_id: null, changed: 0, skipped: 0, ended_at: null },
    })
    .execute();
}

/** Adds the counts of a batch. An attempt after a crash must not repeat the last batch, so the end is stored too. */
export async function advanceBulk(tx: TenantTransaction, jobId: string, batch: BatchCounts): Promise<void> {
  await queryBuilder<BulkSchema>(tx)
    .updateTable('cf_bulk')
    .set({
      changed: sql<number>`changed + ${batch.changed}`,
      skipped: sql<number>`skipped + ${batch.skipped}`,
      ...(batch.next === null ? { ended_at: sql<number>`cf_now()` } : { last_id: batch.next }),
    })
    .where('tenant', '=', tx.tenant)
    .where('job_id', '=', jobId)
    .execute();
}

/** An operation that ended has looked at everything: what it did not change, it skipped, also what ceased to match meanwhile. */
export function skippedBy({ expected, changed, skipped, ended_at }: BulkState): number {
  return ended_at === null ? skipped : Math.max(skipped, expected - changed);
}
