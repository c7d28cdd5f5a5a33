import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, newId } from '../../platform/index.js';
import type { DocumentKind } from '../documents/parse-facts.js';
import type { DocumentsTable, PassportSchema } from '../schema/tables.js';
import { found, type Page, pageOf, requireId, requireText } from './references.js';

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

const KINDS: Readonly<Record<string, DocumentKind>> = {
  BOM: 'BOM',
  PCF: 'PCF',
  DUE_DILIGENCE: 'DUE_DILIGENCE',
  // The name in the HTTP interface of the specification.
  DD: 'DUE_DILIGENCE',
  OTHER: 'OTHER',
};

/** The kind of a document from its name, in any case. */
export function documentKind(name: string): DocumentKind {
  const kind = KINDS[name.toUpperCase()];
  if (kind !== undefined) return kind;
  throw new CasparianError('VALIDATION_ERROR', `'${name}' is not a kind of document`, {
    why: 'The kinds are BOM, PCF, DUE_DILIGENCE (or DD) and OTHER.',
  });
}

/** Adds a document. The same kind and reference again return the existing one. */
export async function addDocument(
  tx: TenantTransaction,
  { kind, externalRef }: { readonly kind: DocumentKind; readonly externalRef?: string | undefined },
): Promise<DocumentRecord> {
  if (externalRef !== undefined) requireText('reference', externalRef);
  const [row] = await queryBuilder<PassportSchema>(tx)
    .insertInto('cf_documents')
    .values({
      ...{ id: newId(), tenant: tx.tenant, kind, external_ref: externalRef ?? null, versions: 0 },
      ...{ created_by: tx.actor, created_at: sql<number>`cf_now()` },
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'kind', 'external_ref']).where('external_ref', 'is not', null).doNothing(),
    )
    .returningAll()
    .execute();
  if (row === undefined) return documentWithRef(tx, kind, externalRef ?? '');
  await recordEvent(tx, {
    ...{ eventType: 'DOCUMENT_CREATED', aggregateType: 'Document', aggregateId: row.id },
    payload: { kind, external_ref: externalRef ?? null },
  });
  return documentOf(row);
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

async function documentWithRef(database: TenantExecutor, kind: DocumentKind, ref: string): Promise<DocumentRecord> {
  const row = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_documents')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('kind', '=', kind)
    .where('external_ref', '=', ref)
    .executeTakeFirst();
  return documentOf(found(row, 'document', ref));
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
