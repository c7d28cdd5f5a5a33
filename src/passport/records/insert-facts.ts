import { sql } from 'kysely';
import { jsonRows, queryBuilder, tenantText, type TenantTransaction } from '../../database/index.js';
import { compareUtf8, newId } from '../../platform/index.js';
import type { PassportSchema } from '../schema/tables.js';
import { asId } from './id-rows.js';

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
 * processes insert in the same order, so that they do not deadlock.
 */
export async function insertFacts(tx: TenantTransaction, ...versions: readonly FactsOfVersion[]): Promise<void> {
  const ordered = versions
    .flatMap(({ id, facts }) => facts.map((fact) => ({ versionId: id, fact })))
    .toSorted(
      ({ fact: a }, { fact: b }) =>
        compareUtf8(a.factType, b.factType) ||
        compareUtf8(a.factKey, b.factKey) ||
        compareUtf8(a.payloadHash, b.payloadHash),
    );
  for (let start = 0; start < ordered.length; start += BATCH) {
    const rows = ordered.slice(start, start + BATCH).map(rowOf);
    await insertMissing(tx, rows);
    await connect(tx, rows);
  }
}

type FactRow = readonly (string | number | null)[];

function rowOf({ versionId, fact }: { readonly versionId: string; readonly fact: NewFact }): FactRow {
  const { factType, factKey, schemaVersion, payloadCanonical, payloadHash, pointer, line, column, source } = fact;
  return [
    ...[newId(), factType, factKey, schemaVersion, Buffer.from(payloadCanonical).toString('utf8'), payloadHash],
    ...[pointer ?? null, line ?? null, column ?? null, source === undefined ? null : JSON.stringify(source)],
    versionId,
  ];
}

async function insertMissing(tx: TenantTransaction, rows: readonly FactRow[]): Promise<void> {
  await sql`
    INSERT INTO cf_facts (id, tenant, fact_type, fact_key, schema_version, payload, payload_hash, created_at)
    SELECT ${asId(tx.dialect, sql`each.value ->> 0`)}, ${tenantText(tx)}, each.value ->> 1, each.value ->> 2,
      CAST(each.value ->> 3 AS INTEGER), each.value ->> 4, each.value ->> 5, cf_now()
    FROM ${jsonRows(tx.dialect, rows)} WHERE true
    ON CONFLICT (tenant, fact_type, fact_key, schema_version, payload_hash) DO NOTHING`.execute(
    queryBuilder<PassportSchema>(tx),
  );
}

async function connect(tx: TenantTransaction, rows: readonly FactRow[]): Promise<void> {
  await sql`
    INSERT INTO cf_fact_sources (tenant, document_version_id, fact_id, pointer, line, column_number, source)
    SELECT fact.tenant, ${asId(tx.dialect, sql`each.value ->> 10`)}, fact.id, each.value ->> 6,
      CAST(each.value ->> 7 AS INTEGER), CAST(each.value ->> 8 AS INTEGER), each.value ->> 9
    FROM ${jsonRows(tx.dialect, rows)}
    JOIN cf_facts AS fact ON fact.tenant = ${tx.tenant} AND fact.fact_type = each.value ->> 1
      AND fact.fact_key = each.value ->> 2 AND fact.schema_version = CAST(each.value ->> 3 AS INTEGER)
      AND fact.payload_hash = each.value ->> 5
    WHERE true
    ON CONFLICT (tenant, document_version_id, fact_id) DO NOTHING`.execute(queryBuilder<PassportSchema>(tx));
}
