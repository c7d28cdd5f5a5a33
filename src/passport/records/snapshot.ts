import { type SelectQueryBuilder, sql } from 'kysely';
import { queryBuilder, tenantText, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, newId } from '../../platform/index.js';
import { BUILD_SNAPSHOT_JOB } from '../job-types.js';
import type { PassportSchema, SnapshotStatus, SnapshotsTable } from '../schema/tables.js';
import { enqueueJob } from './enqueue.js';
import { asId, idsIn } from './id-rows.js';
import { bufferOf, found, notFound, type Page, pageOf, requireId, requireText } from './references.js';

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

/** Creates an empty snapshot. */
export async function createDataSnapshot(
  tx: TenantTransaction,
  { label }: { readonly label?: string | undefined } = {},
): Promise<DataSnapshotRecord> {
  if (label !== undefined) requireText('label', label);
  const row = await queryBuilder<PassportSchema>(tx)
    .insertInto('cf_snapshots')
    .values({
      ...{ id: newId(), tenant: tx.tenant, status: 'BUILDING', label: label ?? null, canonical: null, hash: null },
      ...{
        fact_count: null,
        created_by: tx.actor,
        created_at: sql<number>`cf_now()`,
        sealed_by: null,
        sealed_at: null,
      },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordEvent(tx, {
    ...{ eventType: 'SNAPSHOT_CREATED', aggregateType: 'DataSnapshot', aggregateId: row.id },
    payload: { label: label ?? null },
  });
  return snapshotOf(row);
}

/** Which facts to add: single ones, and all that document versions state. */
export interface AddedFacts {
  readonly factIds?: readonly string[] | undefined;
  readonly documentVersionIds?: readonly string[] | undefined;
}

/**
 * Adds facts to a snapshot that is not sealed. Facts that it has already stay. A ready snapshot must be built again. Fails with
 * NOT_FOUND if a fact or a validated document version does not exist.
 */
export async function addFactsToSnapshot(
  tx: TenantTransaction,
  snapshotId: string,
  { factIds = [], documentVersionIds = [] }: AddedFacts,
): Promise<void> {
  const id = requireId('snapshot', snapshotId);
  const facts = factIds.map((fact) => requireId('fact', fact));
  const versions = documentVersionIds.map((version) => requireId('document version', version));
  await reopen(tx, id);
  const builder = queryBuilder<PassportSchema>(tx);
  if (facts.length > 0) {
    const known = builder
      .selectFrom('cf_facts')
      .select('id')
      .where('tenant', '=', tx.tenant)
      .where('id', 'in', idsIn(tx.dialect, facts));
    requireAll('fact', facts, await known.execute());
    await insertItems(tx, id, known.clearSelect().select('id as fact_id'));
  }
  if (versions.length > 0) {
    const validated = await builder
      .selectFrom('cf_document_versions')
      .select('id')
      .where('tenant', '=', tx.tenant)
      .where('status', '=', 'VALIDATED')
      .where('id', 'in', idsIn(tx.dialect, versions))
      .execute();
    requireAll('validated document version', versions, validated);
    await insertItems(
      tx,
      id,
      builder
        .selectFrom('cf_fact_sources')
        .select('fact_id')
        .distinct()
        .where('tenant', '=', tx.tenant)
        .where('document_version_id', 'in', idsIn(tx.dialect, versions)),
    );
  }
}

/** Locks the snapshot, so that it is not sealed or built meanwhile. */
async function reopen(tx: TenantTransaction, id: string): Promise<void> {
  const open = await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_snapshots')
    .set({ status: 'BUILDING', fact_count: null })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .where('status', '<>', 'SEALED')
    .returning('id')
    .execute();
  if (open.length > 0) return;
  await findDataSnapshot(tx, id);
  throw snapshotSealed(id);
}

async function insertItems(
  tx: TenantTransaction,
  id: string,
  facts: SelectQueryBuilder<PassportSchema, keyof PassportSchema, { fact_id: string }>,
): Promise<void> {
  await sql`
    INSERT INTO cf_snapshot_items (tenant, snapshot_id, fact_id)
    SELECT ${tenantText(tx)}, ${asId(tx.dialect, sql`${id}`)}, found.fact_id FROM (${facts}) AS found WHERE true
    ON CONFLICT (tenant, snapshot_id, fact_id) DO NOTHING`.execute(queryBuilder<PassportSchema>(tx));
}

function requireAll(what: string, wanted: readonly string[], rows: readonly { readonly id: string }[]): void {
  const known = new Set(rows.map(({ id }) => id));
  const missing = wanted.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound(what, missing);
}

/** Enqueues BUILD_SNAPSHOT, which makes the snapshot ready. Returns the job's id. */
export async function requestSnapshotBuild(tx: TenantTransaction, id: string): Promise<string> {
  const { id: snapshot_id, status } = await findDataSnapshot(tx, id);
  requireBuilding(snapshot_id, status);
  return enqueueJob(tx, BUILD_SNAPSHOT_JOB, { snapshot_id });
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
  const { limit, after } = pageOf(page);
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_snapshots')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(snapshotOf);
}

function snapshotOf(row: SnapshotsTable): DataSnapshotRecord {
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
