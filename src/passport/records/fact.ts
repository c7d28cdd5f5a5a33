import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { parseExactJson } from '../../platform/index.js';
import type { FactsTable, PassportSchema } from '../schema/tables.js';
import { hasIdOf } from './id-rows.js';
import { found, type Page, pageOf, requireId } from './references.js';

/** What documents say about one thing. It never changes; another payload is another fact. */
export interface FactRecord {
  readonly id: string;
  readonly factType: string;
  readonly factKey: string;
  readonly schemaVersion: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly payloadCanonical: Buffer;
  readonly payloadHash: string;
  readonly createdAt: number;
}

/** That a document version states a fact, and where. */
export interface FactSourceRecord {
  readonly factId: string;
  readonly documentVersionId: string;
  readonly documentId: string;
  readonly pointer: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** The file and row of a fact from a dataset. */
  readonly source: Readonly<Record<string, unknown>> | null;
}

export interface FactFilter extends Page {
  readonly factType?: string | undefined;
  readonly factKeyPrefix?: string | undefined;
  readonly documentVersionId?: string | undefined;
  readonly snapshotId?: string | undefined;
}

/** Facts that match, oldest first. */
export async function listFacts(database: TenantExecutor, filter: FactFilter = {}): Promise<FactRecord[]> {
  const { factType, factKeyPrefix: prefix = '', documentVersionId, snapshotId } = filter;
  const { tenant } = database;
  const { limit, after } = pageOf(filter);
  let query = queryBuilder<PassportSchema>(database)
    .selectFrom('cf_facts')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '>', after);
  if (factType !== undefined) query = query.where('fact_type', '=', factType);
  // Characters, not bytes, in both databases. LIKE would take % and _ for wildcards.
  if (prefix !== '') query = query.where(sql`substr(fact_key, 1, ${[...prefix].length})`, '=', prefix);
  if (documentVersionId !== undefined) {
    const version = requireId('document version', documentVersionId);
    query = query.where('id', 'in', (eb) =>
      eb
        .selectFrom('cf_fact_sources')
        .select('fact_id')
        .where('tenant', '=', tenant)
        .where('document_version_id', '=', version),
    );
  }
  if (snapshotId !== undefined) {
    const snapshot = requireId('snapshot', snapshotId);
    query = query.where('id', 'in', (eb) =>
      eb
        .selectFrom('cf_snapshot_items')
        .select('fact_id')
        .where('tenant', '=', tenant)
        .where('snapshot_id', '=', snapshot),
    );
  }
  return (await query.orderBy('id').limit(limit).execute()).map(factOf);
}

export async function findFact(database: TenantExecutor, id: string): Promise<FactRecord> {
  const row = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_facts')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('id', '=', requireId('fact', id))
    .executeTakeFirst();
  return factOf(found(row, 'fact', id));
}

/** Where the facts are stated, the oldest document version of each first. */
export async function sourcesOfFacts(
  database: TenantExecutor,
  factIds: readonly string[],
): Promise<FactSourceRecord[]> {
  if (factIds.length === 0) return [];
  const { tenant } = database;
  const ids = factIds.map((id) => requireId('fact', id));
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_fact_sources')
    .innerJoin('cf_document_versions', 'cf_document_versions.id', 'cf_fact_sources.document_version_id')
    .select(['fact_id', 'document_version_id', 'document_id', 'pointer', 'line', 'column_number'])
    .select('cf_fact_sources.source')
    .where('cf_fact_sources.tenant', '=', tenant)
    .where('cf_document_versions.tenant', '=', tenant)
    .where(hasIdOf(database.dialect, 'fact_id', ids))
    .orderBy('fact_id')
    .orderBy('document_version_id')
    .execute();
  return rows.map((row) => ({
    factId: row.fact_id,
    documentVersionId: row.document_version_id,
    documentId: row.document_id,
    pointer: row.pointer,
    line: row.line,
    column: row.column_number,
    source: row.source === null ? null : (parseExactJson(row.source) as Readonly<Record<string, unknown>>),
  }));
}

export function factOf(row: FactsTable): FactRecord {
  return {
    id: row.id,
    factType: row.fact_type,
    factKey: row.fact_key,
    schemaVersion: row.schema_version,
    payload: parseExactJson(row.payload) as Readonly<Record<string, unknown>>,
    payloadCanonical: Buffer.from(row.payload, 'utf8'),
    payloadHash: row.payload_hash,
    createdAt: row.created_at,
  };
}
