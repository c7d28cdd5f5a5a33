import { sql } from 'kysely';
import {
  queryBuilder,
  tenantText,
  textsIn,
  type TenantExecutor,
  type TenantTransaction,
} from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { compareUtf8, newId } from '../../platform/index.js';
import { DOCUMENT_KINDS } from '../documents/document-kind.js';
import type { DocumentKind } from '../documents/parse-facts.js';
import type { DocumentsTable, PassportSchema } from '../schema/tables.js';
import { only } from './only.js';
import { found, type Page, pageOf, requireId, requireText } from './references.js';
import { columnRows } from './value-rows.js';

/** A document of a maker, such as a bill of materials. What was uploaded of it are its versions. */
export interface DocumentRecord {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly externalRef: string | null;
  /** The number of its newest version; 0 before the first. */
  readonly versions: number;
  readonly createdBy: string | null;
  readonly createdAt: number;
}

interface NewDocument {
  readonly kind: DocumentKind;
  readonly externalRef?: string | undefined;
}

/** Adds a document. The same kind and reference again return the existing one. */
export function addDocument(tx: TenantTransaction, document: NewDocument): Promise<DocumentRecord> {
  return only(addDocuments(tx, [document]));
}

/** The same for several documents, with the same statements for all. Adds all of them or none. */
export async function addDocuments(
  tx: TenantTransaction,
  documents: readonly NewDocument[],
): Promise<DocumentRecord[]> {
  for (const { externalRef } of documents) if (externalRef !== undefined) requireText('reference', externalRef);
  const given = documents.map(({ kind, externalRef = null }) => ({ id: newId(), kind, externalRef }));
  // All processes insert in the same order, so that they do not deadlock.
  const values = given
    .toSorted((a, b) => compareUtf8(nameOf(a), nameOf(b)))
    .map(({ id, kind, externalRef }) => [id, kind, externalRef]);
  const { rows: added } = await sql<DocumentsTable>`
    INSERT INTO cf_documents (id, tenant, kind, external_ref, versions, created_by, created_at)
    SELECT column1, ${tenantText(tx)}, column2, column3, 0, CAST(${tx.actor} AS TEXT), cf_now()
    FROM ${columnRows(tx.dialect, ['UUID', 'TEXT', 'TEXT'], values)} AS new WHERE true
    ON CONFLICT (tenant, kind, external_ref) WHERE external_ref IS NOT NULL DO NOTHING RETURNING *`.execute(
    queryBuilder<PassportSchema>(tx),
  );
  const byId = new Map(added.map((row) => [row.id, documentOf(row)]));
  const byName = new Map(
    (
      await documentsWithRefs(
        tx,
        given.filter(({ id }) => !byId.has(id)),
      )
    ).map((row) => [nameOf(row), row]),
  );
  await recordEvent(
    tx,
    ...added.map(({ id, kind, external_ref }) => ({
      ...{ eventType: 'DOCUMENT_CREATED', aggregateType: 'Document', aggregateId: id },
      payload: { kind, external_ref },
    })),
  );
  return given.map((one) => found(byId.get(one.id) ?? byName.get(nameOf(one)), 'document', one.externalRef ?? ''));
}

/** Documents without a reference are all different. */
function nameOf({ kind, externalRef }: { readonly kind: string; readonly externalRef: string | null }): string {
  return `${kind} ${externalRef ?? ''}`;
}

export async function findDocument(database: TenantExecutor, id: string): Promise<DocumentRecord> {
  const row = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_documents')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('id', '=', requireId('document', id))
    .executeTakeFirst();
  return documentOf(found(row, 'document', id));
}

/** Documents, oldest first. */
export async function listDocuments(
  database: TenantExecutor,
  { kind, ...page }: Page & { readonly kind?: DocumentKind | undefined } = {},
): Promise<DocumentRecord[]> {
  const { limit, after } = pageOf(page);
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_documents')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('id', '>', after)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'OTHER'))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(documentOf);
}

async function documentsWithRefs(
  database: TenantExecutor,
  documents: readonly { readonly externalRef: string | null }[],
): Promise<DocumentRecord[]> {
  if (documents.length === 0) return [];
  const refs = documents.flatMap(({ externalRef }) => externalRef ?? []);
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_documents')
    .selectAll()
    .where('tenant', '=', database.tenant)
    // All kinds, so that the index on kind and reference is used.
    .where('kind', 'in', Object.values(DOCUMENT_KINDS))
    .where('external_ref', 'in', textsIn(database.dialect, refs))
    .execute();
  return rows.map(documentOf);
}

function documentOf(row: DocumentsTable): DocumentRecord {
  return {
    id: row.id,
    kind: row.kind,
    externalRef: row.external_ref,
    versions: row.versions,
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}
