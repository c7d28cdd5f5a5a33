import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, sha256Hex } from '../../platform/index.js';
import type { PassportSchema, SnapshotStatus } from '../schema/tables.js';
import { type SealedSnapshot, sealItems, sealSnapshot, type SnapshotFact } from '../snapshot/snapshot.js';
import { requireId } from './references.js';
import { type DataSnapshotRecord, findDataSnapshot, snapshotSealed } from './snapshot.js';

/** Seals a ready snapshot (BPC-SNAPSHOT-1). From now on it never changes. */
export async function sealDataSnapshot(tx: TenantTransaction, snapshotId: string): Promise<DataSnapshotRecord> {
  const id = requireId('snapshot', snapshotId);
  const items = await itemsOf(tx, id);
  const { canonical, hash, facts } = sealItems(id, items);
  const sealed = await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_snapshots')
    .set({ status: 'SEALED', canonical, hash, sealed_by: tx.actor, sealed_at: sql<number>`cf_now()` })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .where('status', '=', 'READY')
    // Facts that were added after the look at the items made it BUILDING, and a build since then changed the count.
    .where('fact_count', '=', facts.length)
    .returning('id')
    .execute();
  const snapshot = await findDataSnapshot(tx, id);
  if (sealed.length === 0) throw notReady(id, snapshot.status, 'sealed', 'READY');
  await recordEvent(tx, {
    ...{ eventType: 'SNAPSHOT_SEALED', aggregateType: 'DataSnapshot', aggregateId: id },
    payload: { snapshot_hash: hash, fact_count: facts.length },
  });
  return snapshot;
}

function notReady(id: string, status: SnapshotStatus, verb: string, wanted: SnapshotStatus): CasparianError {
  if (status === 'SEALED' && wanted !== 'SEALED') return snapshotSealed(id);
  return new CasparianError('SNAPSHOT_NOT_READY', `The snapshot ${id} is ${status} and cannot be ${verb}`, {
    why: `It must be ${wanted}.`,
  });
}

/** The error for a snapshot that is not sealed, which the specification calls not ready. */
export function notSealed(id: string, status: SnapshotStatus): CasparianError {
  return notReady(id, status, 'compiled', 'SEALED');
}

interface Item {
  readonly factType: string;
  readonly factKey: string;
  readonly payloadHash: string;
}

function itemsOf(database: TenantExecutor, id: string): Promise<Item[]> {
  return factsOf(database, [id])
    .select(['fact_type as factType', 'fact_key as factKey', 'payload_hash as payloadHash'])
    .execute();
}

function factsOf(database: TenantExecutor, ids: readonly string[]) {
  return queryBuilder<PassportSchema>(database)
    .selectFrom('cf_snapshot_items')
    .innerJoin('cf_facts', 'cf_facts.id', 'cf_snapshot_items.fact_id')
    .where('cf_snapshot_items.tenant', '=', database.tenant)
    .where('cf_facts.tenant', '=', database.tenant)
    .where('snapshot_id', 'in', ids);
}

/** Those of the snapshots that have several facts with the same type and key, which a rule could not tell apart. */
export async function ambiguousSnapshots(database: TenantExecutor, ids: readonly string[]): Promise<Set<string>> {
  const rows = await factsOf(database, ids)
    .select('snapshot_id')
    .distinct()
    .groupBy(['snapshot_id', 'fact_type', 'fact_key'])
    .having((eb) => eb(eb.fn.countAll(), '>', 1))
    .execute();
  return new Set(rows.map((row) => row.snapshot_id));
}

/** Names some of these facts. */
export async function ambiguousFacts(database: TenantExecutor, id: string): Promise<string[]> {
  const rows = await factsOf(database, [id])
    .select(['fact_type', 'fact_key'])
    .groupBy(['fact_type', 'fact_key'])
    .having((eb) => eb(eb.fn.countAll(), '>', 1))
    .orderBy('fact_type')
    .orderBy('fact_key')
    .limit(MAX_NAMED)
    .execute();
  return rows.map((row) => `${row.fact_type} ${row.fact_key}`);
}

const MAX_NAMED = 10;

/**
 * A sealed snapshot with its facts. Fails with REPLAY_MISMATCH if they are not those that were sealed: the database was changed by
 * other means.
 */
export async function loadSealedSnapshot(database: TenantExecutor, snapshotId: string): Promise<SealedSnapshot> {
  const record = await findDataSnapshot(database, snapshotId);
  return verifiedSnapshot(record, record.status === 'SEALED' ? await storedFacts(database, [record.id]) : []);
}

export interface StoredFact extends Item {
  readonly snapshotId: string;
  readonly payload: string;
}

/** The facts of snapshots, as they are in the database. */
export function storedFacts(database: TenantExecutor, ids: readonly string[]): Promise<StoredFact[]> {
  return factsOf(database, ids)
    .select(['fact_type as factType', 'fact_key as factKey', 'payload_hash as payloadHash'])
    .select(['payload', 'snapshot_id as snapshotId'])
    .execute();
}

/** A sealed snapshot from stored facts. Fails with REPLAY_MISMATCH as `loadSealedSnapshot` does. */
export function verifiedSnapshot(
  { id, status, canonical, hash }: Pick<DataSnapshotRecord, 'id' | 'status' | 'canonical' | 'hash'>,
  rows: readonly StoredFact[],
): SealedSnapshot {
  if (status !== 'SEALED' || canonical === null || hash === null) throw notSealed(id, status);
  const facts = rows.map(({ payload, factType, factKey, payloadHash }): SnapshotFact => {
    const payloadCanonical = Buffer.from(payload, 'utf8');
    if (sha256Hex(payloadCanonical) !== payloadHash) throw changed(id, `the fact ${factType} ${factKey}`);
    return { factType, factKey, payloadHash, payloadCanonical };
  });
  const sealed = sealSnapshot(id, facts);
  if (sealed.hash !== hash || !sealed.canonical.equals(canonical)) throw changed(id, 'the list of facts');
  return sealed;
}

function changed(id: string, what: string): CasparianError {
  return new CasparianError('REPLAY_MISMATCH', `The snapshot ${id} is not what was sealed`, {
    why: `The hash of ${what} is another one.`,
  });
}
