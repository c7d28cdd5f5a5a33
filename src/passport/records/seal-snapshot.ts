import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, groupedBy, sha256Hex } from '../../platform/index.js';
import type { PassportSchema, SnapshotStatus, SnapshotsTable } from '../schema/tables.js';
import { type SealedSnapshot, sealItems, sealSnapshot, type SnapshotFact } from '../snapshot/snapshot.js';
import { hasIdOf } from './id-rows.js';
import { only } from './only.js';
import { found, requireId } from './references.js';
import { type DataSnapshotRecord, findDataSnapshot, snapshotOf, snapshotSealed } from './snapshot.js';
import { valueRows } from './value-rows.js';

/** Seals a ready snapshot (BPC-SNAPSHOT-1). From now on it never changes. */
export function sealDataSnapshot(tx: TenantTransaction, snapshotId: string): Promise<DataSnapshotRecord> {
  return only(sealDataSnapshots(tx, [snapshotId]));
}

/** Seals several, with the same statements for all. Seals all of them or none. */
export async function sealDataSnapshots(
  tx: TenantTransaction,
  snapshotIds: readonly string[],
): Promise<DataSnapshotRecord[]> {
  const ids = snapshotIds.map((id) => requireId('snapshot', id));
  const items = groupedBy(await itemsOf(tx, ids), ({ snapshotId }) => snapshotId);
  const forms = [...new Set(ids)].toSorted().map((id) => ({ id, ...sealItems(id, items.get(id) ?? []) }));
  const values = forms.map(({ id, canonical, hash, facts }) => [id, canonical, hash, facts.length]);
  // Facts that were added after the look at the items made a snapshot BUILDING, and a build since then changed the count.
  const { rows } = await sql<Omit<SnapshotsTable, 'canonical'>>`
    UPDATE cf_snapshots
    SET status = 'SEALED', canonical = form.column2, hash = form.column3, sealed_by = ${tx.actor}, sealed_at = cf_now()
    FROM ${valueRows(tx.dialect, ['UUID', 'BYTEA', 'TEXT', 'INTEGER'], values)} AS form
    WHERE cf_snapshots.tenant = ${tx.tenant} AND cf_snapshots.id = form.column1 AND status = 'READY'
      AND fact_count = form.column4
    RETURNING id, tenant, status, label, hash, fact_count, created_by, created_at, sealed_by, sealed_at`.execute(
    queryBuilder<PassportSchema>(tx),
  );
  const canonicals = new Map(forms.map(({ id, canonical }) => [id, canonical]));
  const sealed = new Map(
    rows.map((row) => [row.id, snapshotOf({ ...row, canonical: canonicals.get(row.id) ?? null })]),
  );
  const other = ids.find((id) => !sealed.has(id));
  if (other !== undefined) throw notReady(other, (await findDataSnapshot(tx, other)).status, 'sealed', 'READY');
  await recordEvent(
    tx,
    ...forms.map(({ id, hash, facts }) => ({
      ...{ eventType: 'SNAPSHOT_SEALED', aggregateType: 'DataSnapshot', aggregateId: id },
      payload: { snapshot_hash: hash, fact_count: facts.length },
    })),
  );
  return ids.map((id) => found(sealed.get(id), 'snapshot', id));
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

function itemsOf(database: TenantExecutor, ids: readonly string[]): Promise<(Item & { snapshotId: string })[]> {
  return factsOf(database, ids)
    .select([
      'snapshot_id as snapshotId',
      'fact_type as factType',
      'fact_key as factKey',
      'payload_hash as payloadHash',
    ])
    .execute();
}

function factsOf(database: TenantExecutor, ids: readonly string[]) {
  return queryBuilder<PassportSchema>(database)
    .selectFrom('cf_snapshot_items')
    .innerJoin('cf_facts', 'cf_facts.id', 'cf_snapshot_items.fact_id')
    .where('cf_snapshot_items.tenant', '=', database.tenant)
    .where('cf_facts.tenant', '=', database.tenant)
    .where(hasIdOf(database.dialect, 'snapshot_id', ids));
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
