import { sql } from 'kysely';
import { queryBuilder, tenantText, type TenantTransaction } from '../../database/index.js';
import { compareUtf8, newId } from '../../platform/index.js';
import type { PassportSchema } from '../schema/tables.js';
import { bufferOf } from './references.js';
import { columnRows } from './value-rows.js';

/** A fact of a document version. */
export interface NewFact {
  readonly factType: string;
  readonly factKey: string;
  readonly schemaVersion: number;
  readonly payloadCanonical: Uint8Array;
  readonly payloadHash: string;
  readonly pointer?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The file and row of a fact from a dataset. */
  readonly source?: Readonly<Record<string, unknown>> | undefined;
}

/** What a document version states. */
export interface FactsOfVersion {
  readonly id: string;
  readonly facts: readonly NewFact[];
}

/** Facts of one statement. A document can have 200,000. */
const BATCH = 2_000;

/**
 * Stores the facts of document versions. A fact that is known is not stored again, but connected to the version, too. All
 * processes insert in the same order, so that they do not deadlock. Returns the ids by type, key and hash (`factName`).
 */
export async function insertFacts(
  tx: TenantTransaction,
  ...versions: readonly FactsOfVersion[]
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const ordered = versions
    .flatMap(({ id, facts }) => facts.map((fact) => ({ versionId: id, fact })))
    .toSorted(
      ({ fact: a }, { fact: b }) =>
        compareUtf8(a.factType, b.factType) ||
        compareUtf8(a.factKey, b.factKey) ||
        compareUtf8(a.payloadHash, b.payloadHash),
    );
  for (let start = 0; start < ordered.length; start += BATCH) {
    const batch = ordered.slice(start, start + BATCH).map((one) => ({ ...one, id: newId() }));
    const inserted = await insertMissing(tx, batch);
    const others = batch.filter(({ id }) => !inserted.has(id));
    const known = others.length === 0 ? new Map<string, string>() : await knownFacts(tx, others);
    const stored = batch.map((one) => ({ ...one, id: known.get(nameOf(one.fact)) ?? one.id }));
    await connect(tx, stored);
    for (const { id, fact } of stored) ids.set(factName(fact), id);
  }
  return ids;
}

export function factName({
  factType,
  factKey,
  payloadHash,
}: Pick<NewFact, 'factType' | 'factKey' | 'payloadHash'>): string {
  return JSON.stringify([factType, factKey, payloadHash]);
}

interface OrderedFact {
  /** The id it gets if it is new. */
  readonly id: string;
  readonly versionId: string;
  readonly fact: NewFact;
}

/** What identifies a fact of a tenant. */
function nameOf({ factType, factKey, schemaVersion, payloadHash }: Omit<NewFact, 'payloadCanonical'>): string {
  return JSON.stringify([factType, factKey, schemaVersion, payloadHash]);
}

/** Returns the ids of the facts that were not known. */
async function insertMissing(tx: TenantTransaction, facts: readonly OrderedFact[]): Promise<Set<string>> {
  const values = facts.map(({ id, fact: { factType, factKey, schemaVersion, payloadCanonical, payloadHash } }) => [
    ...[id, factType, factKey, schemaVersion, bufferOf(payloadCanonical).toString('utf8'), payloadHash],
  ]);
  const { rows } = await sql<{ id: string }>`
    INSERT INTO cf_facts (id, tenant, fact_type, fact_key, schema_version, payload, payload_hash, created_at)
    SELECT column1, ${tenantText(tx)}, column2, column3, column4, column5, column6, cf_now()
    FROM ${columnRows(tx.dialect, ['UUID', 'TEXT', 'TEXT', 'INTEGER', 'TEXT', 'TEXT'], values)} AS new WHERE true
    ON CONFLICT (tenant, fact_type, fact_key, schema_version, payload_hash) DO NOTHING RETURNING id`.execute(
    queryBuilder<PassportSchema>(tx),
  );
  return new Set(rows.map(({ id }) => id));
}

/** The ids of facts that other documents, or the same one, stated before, by name. */
async function knownFacts(tx: TenantTransaction, facts: readonly OrderedFact[]): Promise<Map<string, string>> {
  const values = facts.map(({ fact: { factType, factKey, schemaVersion, payloadHash } }) => [
    ...[factType, factKey, schemaVersion, payloadHash],
  ]);
  const { rows } = await sql<{ id: string } & Omit<NewFact, 'payloadCanonical'>>`
    SELECT id, fact_type AS "factType", fact_key AS "factKey", schema_version AS "schemaVersion", payload_hash AS "payloadHash"
    FROM ${columnRows(tx.dialect, ['TEXT', 'TEXT', 'INTEGER', 'TEXT'], values)} AS wanted
    JOIN cf_facts ON tenant = ${tx.tenant} AND fact_type = wanted.column1 AND fact_key = wanted.column2
      AND schema_version = wanted.column3 AND payload_hash = wanted.column4`.execute(queryBuilder<PassportSchema>(tx));
  return new Map(rows.map((row) => [nameOf(row), row.id]));
}

async function connect(tx: TenantTransaction, facts: readonly OrderedFact[]): Promise<void> {
  const values = facts.map(({ id, versionId, fact: { pointer, line, column, source } }) => [
    ...[versionId, id, pointer ?? null, line ?? null, column ?? null],
    source === undefined ? null : JSON.stringify(source),
  ]);
  await sql`
    INSERT INTO cf_fact_sources (tenant, document_version_id, fact_id, pointer, line, column_number, source)
    SELECT ${tenantText(tx)}, column1, column2, column3, column4, column5, column6
    FROM ${columnRows(tx.dialect, ['UUID', 'UUID', 'TEXT', 'INTEGER', 'INTEGER', 'TEXT'], values)} AS new WHERE true
    ON CONFLICT (tenant, document_version_id, fact_id) DO NOTHING`.execute(queryBuilder<PassportSchema>(tx));
}
