import { queryBuilder, tenantDatabase, tenantTransaction, type TenantTransaction } from '../../database/index.js';
import { complete, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError } from '../../platform/index.js';
import type { BuildSnapshotPayload } from '../job-types.js';
import { ambiguousFacts, factCount } from '../records/seal-snapshot.js';
import { findDataSnapshot, requireBuilding } from '../records/snapshot.js';
import type { PassportSchema } from '../schema/tables.js';
import type { PassportRuntime } from './runtime.js';

/** Makes a snapshot READY, if no two of its facts have the same type and key. An empty snapshot is valid. */
export async function buildSnapshot(
  runtime: PassportRuntime,
  { snapshot_id: given }: BuildSnapshotPayload,
  { job }: JobContext,
): Promise<Outcome> {
  const database = tenantDatabase(runtime.database, job.tenant);
  const { id, status } = await findDataSnapshot(database, given);
  requireBuilding(id, status);
  const ambiguous = await ambiguousFacts(database, id);
  if (ambiguous.length > 0) throw ambiguousError(id, ambiguous);
  return complete(
    { status: 'READY' },
    {
      write: async (scope) => {
        const tx = tenantTransaction(scope, job.tenant);
        await becomeReady(tx, id);
        await recordEvent(tx, {
          ...{ eventType: 'SNAPSHOT_READY', aggregateType: 'DataSnapshot', aggregateId: id },
          payload: {},
        });
      },
    },
  );
}

async function becomeReady(tx: TenantTransaction, id: string): Promise<void> {
  const builder = queryBuilder<PassportSchema>(tx);
  const ready = await builder
    .updateTable('cf_snapshots')
    .set({ status: 'READY', fact_count: 0 })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .where('status', '=', 'BUILDING')
    .returning('id')
    .execute();
  if (ready.length === 0) requireBuilding(id, (await findDataSnapshot(tx, id)).status);
  // Counted by a statement of its own, after the row is locked: facts that were added meanwhile are included.
  await builder
    .updateTable('cf_snapshots')
    .set({ fact_count: factCount(tx, id) })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .execute();
}

function ambiguousError(id: string, facts: readonly string[]): CasparianError {
  return new CasparianError('VALIDATION_ERROR', `The snapshot ${id} has several facts ${facts.join(', ')}`, {
    why: 'A rule that asks for this key would have two answers.',
    next: ['Create a snapshot with one version of each document.'],
  });
}
