import { sql } from 'kysely';
import { queryBuilder, tenantDatabase, type TenantTransaction } from '../../database/index.js';
import { complete, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError } from '../../platform/index.js';
import type { BuildSnapshotPayload } from '../job-types.js';
import { hasIdOf } from '../records/id-rows.js';
import { found } from '../records/references.js';
import { ambiguousFacts } from '../records/seal-snapshot.js';
import { findDataSnapshot, requireBuilding } from '../records/snapshot.js';
import type { PassportSchema } from '../schema/tables.js';
import type { PassportRuntime } from './runtime.js';
import { tenantShare } from './tenant-share.js';

/** Makes a snapshot READY, if no two of its facts have the same type and key. An empty snapshot is valid. */
export async function buildSnapshot(
  runtime: PassportRuntime,
  { snapshot_id: given }: BuildSnapshotPayload,
  { job }: JobContext,
): Promise<Outcome> {
  const id = given.toLowerCase();
  const { status, isAmbiguous } = found(await runtime.loadBuild({ tenant: job.tenant, id }), 'snapshot', id);
  requireBuilding(id, status);
  if (isAmbiguous) throw ambiguousError(id, await ambiguousFacts(tenantDatabase(runtime.database, job.tenant), id));
  return complete({ status: 'READY' }, shareOfReady(job.tenant, { id }));
}

const shareOfReady = tenantShare<{ readonly id: string }>(becomeReady);

async function becomeReady(tx: TenantTransaction, snapshots: readonly { readonly id: string }[]): Promise<void> {
  const builder = queryBuilder<PassportSchema>(tx);
  const ids = snapshots.map(({ id }) => id);
  const ready = await builder
    .updateTable('cf_snapshots')
    .set({ status: 'READY', fact_count: 0 })
    .where('tenant', '=', tx.tenant)
    .where(hasIdOf(tx.dialect, 'id', ids))
    .where('status', '=', 'BUILDING')
    .returning('id')
    .execute();
  if (ready.length < ids.length) await failBuilt(tx, ids, new Set(ready.map(({ id }) => id)));
  // Counted by a statement of its own, after the rows are locked: facts that were added meanwhile are included.
  await sql`
    UPDATE cf_snapshots SET fact_count = (SELECT count(*) FROM cf_snapshot_items AS item
      WHERE item.tenant = cf_snapshots.tenant AND item.snapshot_id = cf_snapshots.id)
    WHERE tenant = ${tx.tenant} AND ${hasIdOf(tx.dialect, 'id', ids)}`.execute(builder);
  await recordEvent(
    tx,
    ...ids.map((id) => ({
      ...{ eventType: 'SNAPSHOT_READY', aggregateType: 'DataSnapshot', aggregateId: id },
      payload: {},
    })),
  );
}

/** Another job built one of them meanwhile, maybe one that completes at the same time. */
async function failBuilt(tx: TenantTransaction, ids: readonly string[], ready: ReadonlySet<string>): Promise<void> {
  const id = ids.find((one) => !ready.has(one)) ?? ids[0] ?? '';
  requireBuilding(id, (await findDataSnapshot(tx, id)).status);
}

function ambiguousError(id: string, facts: readonly string[]): CasparianError {
  return new CasparianError('VALIDATION_ERROR', `The snapshot ${id} has several facts ${facts.join(', ')}`, {
    why: 'A rule that asks for this key would have two answers.',
    next: ['Create a snapshot with one version of each document.'],
  });
}
