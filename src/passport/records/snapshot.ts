import { sql } from 'kysely';
import { queryBuilder, tenantText, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, newId } from '../../platform/index.js';
import { BUILD_SNAPSHOT_JOB } from '../job-types.js';
import type { PassportSchema, SnapshotStatus, SnapshotsTable } from '../schema/tables.js';
import { enqueueEach } from './enqueue.js';
import { hasIdOf } from './id-rows.js';
import { only } from './only.js';
import { pageRows } from './page-rows.js';
import { bufferOf, found, type Page, requireId, requireText } from './references.js';
import { columnRows } from './value-rows.js';

/** A set of facts. After it is sealed, passports are compiled from it. */
export interface DataSnapshotRecord {
  readonly id: string;
  readonly status: SnapshotStatus;
  readonly label: string | null;
  /** Known once it is ready. */
  readonly factCount: number | null;
  /** Once it is sealed. */
  readonly canonical: Buffer | null;
  readonly hash: string | null;
  readonly createdBy: string | null;
  readonly createdAt: number;
  readonly sealedBy: string | null;
  readonly sealedAt: number | null;
}

interface NewSnapshot {
  readonly label?: string | undefined;
}

/** Creates an empty snapshot. */
export function createDataSnapshot(tx: TenantTransaction, snapshot: NewSnapshot = {}): Promise<DataSnapshotRecord> {
  return only(createDataSnapshots(tx, [snapshot]));
}

/** Creates several, with the same statements for all. */
export async function createDataSnapshots(
  tx: TenantTransaction,
  snapshots: readonly NewSnapshot[],
): Promise<DataSnapshotRecord[]> {
  for (const { label } of snapshots) if (label !== undefined) requireText('label', label);
  const given = snapshots.map(({ label }) => [newId(), label ?? null]);
  const { rows } = await sql<SnapshotsTable>`
    INSERT INTO cf_snapshots (id, tenant, status, label, created_by, created_at)
    SELECT column1, ${tenantText(tx)}, 'BUILDING', column2, CAST(${tx.actor} AS TEXT), cf_now()
    FROM ${columnRows(tx.dialect, ['UUID', 'TEXT'], given)} AS new WHERE true RETURNING *`.execute(
    queryBuilder<PassportSchema>(tx),
  );
  const created = new Map(rows.map((row) => [row.id, snapshotOf(row)]));
  await recordEvent(
    tx,
    ...rows.map(({ id, label }) => ({
      ...{ eventType: 'SNAPSHOT_CREATED', aggregateType: 'DataSnapshot', aggregateId: id },
      payload: { label },
    })),
  );
  return given.map(([id]) => found(created.get(id ?? ''), 'snapshot', id ?? ''));
}

/** Enqueues BUILD_SNAPSHOT, which makes the snapshot ready. Returns the job's id. */
export function requestSnapshotBuild(tx: TenantTransaction, id: string): Promise<string> {
  return only(requestSnapshotBuilds(tx, [id]));
}

/** The same for several snapshots. */
export async function requestSnapshotBuilds(tx: TenantTransaction, ids: readonly string[]): Promise<string[]> {
  const snapshots = ids.map((id) => requireId('snapshot', id));
  const statuses = await statusesOf(tx, snapshots);
  for (const id of snapshots) requireBuilding(id, found(statuses.get(id), 'snapshot', id));
  return enqueueEach(
    tx,
    BUILD_SNAPSHOT_JOB,
    snapshots.map((snapshot_id) => ({ payload: { snapshot_id }, options: {} })),
  );
}

async function statusesOf(database: TenantExecutor, ids: readonly string[]): Promise<Map<string, SnapshotStatus>> {
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_snapshots')
    .select(['id', 'status'])
    .where('tenant', '=', database.tenant)
    .where(hasIdOf(database.dialect, 'id', ids))
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Only a snapshot that is being built can become ready. */
export function requireBuilding(id: string, status: SnapshotStatus): void {
  if (status === 'SEALED') throw snapshotSealed(id);
  if (status === 'BUILDING') return;
  throw new CasparianError('SNAPSHOT_NOT_READY', `The snapshot ${id} is ${status}, not BUILDING`, {
    why: 'It was built already.',
  });
}

export function snapshotSealed(id: string): CasparianError {
  return new CasparianError('SNAPSHOT_SEALED', `The snapshot ${id} is sealed`, {
    why: 'Passports may have been made from it.',
    next: ['Create a new snapshot.'],
  });
}

export async function findDataSnapshot(database: TenantExecutor, id: string): Promise<DataSnapshotRecord> {
  const row = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_snapshots')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('id', '=', requireId('snapshot', id))
    .executeTakeFirst();
  return snapshotOf(found(row, 'snapshot', id));
}

/** Snapshots, oldest first. */
export async function listDataSnapshots(database: TenantExecutor, page: Page = {}): Promise<DataSnapshotRecord[]> {
  return (await pageRows(database, 'cf_snapshots', page)).map(snapshotOf);
}

export function snapshotOf(row: SnapshotsTable): DataSnapshotRecord {
  return {
    id: row.id,
    status: row.status,
    label: row.label,
    factCount: row.fact_count,
    canonical: row.canonical && bufferOf(row.canonical),
    hash: row.hash,
    createdBy: row.created_by,
    createdAt: row.created_at,
    sealedBy: row.sealed_by,
    sealedAt: row.sealed_at,
  };
}

/** The newest sealed snapshot with this label. */
export async function sealedSnapshotLabelled(database: TenantExecutor, label: string): Promise<string | undefined> {
  const row = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_snapshots')
    .select('id')
    .where('tenant', '=', database.tenant)
    .where('label', '=', label)
    .where('status', '=', 'SEALED')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
