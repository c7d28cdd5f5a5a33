import { type RawBuilder, sql } from 'kysely';
import { queryBuilder, tenantText, type TenantTransaction } from '../../database/index.js';
import type { PassportSchema } from '../schema/tables.js';
import { hasIdOf, isLockedOf } from './id-rows.js';
import { notFound, requireId } from './references.js';
import { findDataSnapshot, snapshotSealed } from './snapshot.js';
import { columnRows } from './value-rows.js';

/** Which facts to add: single ones, and all that document versions state. */
export interface AddedFacts {
  readonly factIds?: readonly string[] | undefined;
  readonly documentVersionIds?: readonly string[] | undefined;
}

/**
 * Adds facts to a snapshot that is not sealed. Facts that it has already stay. A ready snapshot must be built again. Fails with
 * NOT_FOUND if a fact or a validated document version does not exist.
 */
export function addFactsToSnapshot(tx: TenantTransaction, snapshotId: string, facts: AddedFacts): Promise<void> {
  return addFactsToSnapshots(tx, [{ snapshotId, ...facts }]);
}

/** The same for several snapshots, with the same statements for all. Adds to all of them or to none. */
export async function addFactsToSnapshots(
  tx: TenantTransaction,
  additions: readonly (AddedFacts & { readonly snapshotId: string })[],
): Promise<void> {
  const given = additions.map(({ snapshotId, factIds = [], documentVersionIds = [] }) => ({
    snapshotId: requireId('snapshot', snapshotId),
    facts: factIds.map((id) => requireId('fact', id)),
    versions: documentVersionIds.map((id) => requireId('document version', id)),
  }));
  await reopen(tx, [...new Set(given.map(({ snapshotId }) => snapshotId))]);
  const facts = given.flatMap(({ snapshotId, facts: ids }) => ids.map((id) => [snapshotId, id] as const));
  if (facts.length > 0) await addSingleFacts(tx, facts);
  const versions = given.flatMap(({ snapshotId, versions: ids }) => ids.map((id) => [snapshotId, id] as const));
  if (versions.length > 0) await addFactsOfVersions(tx, versions);
}

/** Locks the snapshots, so that they are not sealed or built meanwhile. */
async function reopen(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  const open = await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_snapshots')
    .set({ status: 'BUILDING', fact_count: null })
    .where('tenant', '=', tx.tenant)
    .where(isLockedOf(tx, 'cf_snapshots', ids))
    .where('status', '<>', 'SEALED')
    .returning('id')
    .execute();
  const known = new Set(open.map(({ id }) => id));
  const other = ids.find((id) => !known.has(id));
  if (other === undefined) return;
  await findDataSnapshot(tx, other);
  throw snapshotSealed(other);
}

/** A snapshot, and what is added to it. */
type Pair = readonly [snapshotId: string, id: string];

async function addSingleFacts(tx: TenantTransaction, pairs: readonly Pair[]): Promise<void> {
  const ids = pairs.map(([, id]) => id);
  const known = await queryBuilder<PassportSchema>(tx)
    .selectFrom('cf_facts')
    .select('id')
    .where('tenant', '=', tx.tenant)
    .where(hasIdOf(tx.dialect, 'id', ids))
    .execute();
  requireAll('fact', ids, known);
  await insertItems(tx, pairs, sql`column2`, sql`WHERE true`);
}

async function addFactsOfVersions(tx: TenantTransaction, pairs: readonly Pair[]): Promise<void> {
  const ids = pairs.map(([, id]) => id);
  const validated = await queryBuilder<PassportSchema>(tx)
    .selectFrom('cf_document_versions')
    .select('id')
    .where('tenant', '=', tx.tenant)
    .where('status', '=', 'VALIDATED')
    .where(hasIdOf(tx.dialect, 'id', ids))
    .execute();
  requireAll('validated document version', ids, validated);
  const sources = sql`JOIN cf_fact_sources AS source ON source.tenant = ${tx.tenant}
    AND source.document_version_id = new.column2 WHERE true`;
  await insertItems(tx, pairs, sql`source.fact_id`, sources);
}

async function insertItems(
  tx: TenantTransaction,
  pairs: readonly Pair[],
  factId: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    INSERT INTO cf_snapshot_items (tenant, snapshot_id, fact_id)
    SELECT ${tenantText(tx)}, column1, ${factId} FROM ${columnRows(tx.dialect, ['UUID', 'UUID'], pairs)} AS new ${from}
    ON CONFLICT (tenant, snapshot_id, fact_id) DO NOTHING`.execute(queryBuilder<PassportSchema>(tx));
}

function requireAll(what: string, wanted: readonly string[], rows: readonly { readonly id: string }[]): void {
  const known = new Set(rows.map(({ id }) => id));
  const missing = wanted.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound(what, missing);
}
